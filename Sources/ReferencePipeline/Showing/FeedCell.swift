import SomeoneElsesPhotoSolution
import Vocabulary

/// A cell of a feed: a ``PhotoCell`` that tells the pipeline what is on the screen, and since when
/// its place was visible.
@MainActor
final class FeedCell: ImageShowing {
  private let photo: PhotoCell
  private let pictures: any PictureProviding
  private let kind: ImageKind
  private let stopwatch: Stopwatch
  /// What has been noted as shown, to be taken back once.
  private var shown: ImageRequest?

  init(_ pictures: any PictureProviding, _ kind: ImageKind, stopwatch: Stopwatch) {
    let loader = KindLoader(pictures, kind: kind)
    photo = PhotoCell(loader: loader, held: loader.held)
    self.pictures = pictures
    self.kind = kind
    self.stopwatch = stopwatch
  }

  var drawn: Bitmap? { photo.drawn }

  func bind(_ key: ImageKey?) {
    // A place that is bound again to what it shows has nothing new to tell.
    guard key == nil || key != photo.key || photo.drawn == nil else { return }
    let former = shown
    shown = nil
    let boundAt = stopwatch.elapsed
    photo.bind(key) { [weak self] result in
      guard let self, let key, case .success(let picture) = result else { return }
      note(picture, ImageRequest(kind, key), afterVisible: stopwatch.elapsed - boundAt)
    }
    // After the new one is found, which may be the very picture that was there.
    if let former { pictures.hide(former) }
  }

  func prepareForReuse() {
    photo.prepareForReuse()
    if let former = shown {
      shown = nil
      pictures.hide(former)
    }
  }

  private func note(_ picture: Bitmap, _ request: ImageRequest, afterVisible: Duration) {
    shown = request
    pictures.show(picture, for: request, afterVisible: afterVisible)
  }
}
