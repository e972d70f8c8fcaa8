import SomeoneElsesPhotoSolution
import Vocabulary

/// A cell of a feed: a ``PhotoCell`` that tells the pipeline what is on the screen, and since when
/// its place was visible.
@MainActor
final class FeedCell: ImageShowing {
  /// Where the cell finds a picture first that took the place of the one it draws.
  @MainActor
  private final class Pocket {
    var picture: Bitmap?
  }

  private let photo: PhotoCell
  private let pocket = Pocket()
  private let pictures: any PictureProviding
  private let kind: ImageKind
  private let clock: any Clock<Duration>
  private let stopwatch: Stopwatch
  private var boundAt = Duration.zero
  /// What has been noted as shown, to be taken back once.
  private var shown: ImageRequest?
  /// Whether the present key failed, and may not the next time.
  private var isWorthAskingAgain = false
  /// The wait before the next request, where a connection came during the present one, which may
  /// have failed before that.
  private var delayAfterFailure: Duration?
  private var retry: Task<Void, Never>?

  init(
    _ pictures: any PictureProviding, _ kind: ImageKind, clock: any Clock<Duration>,
    stopwatch: Stopwatch
  ) {
    let loader = KindLoader(pictures, kind: kind)
    photo = PhotoCell(loader: loader) { [pocket] key in pocket.picture ?? loader.held(key) }
    self.pictures = pictures
    self.kind = kind
    self.clock = clock
    self.stopwatch = stopwatch
  }

  deinit {
    retry?.cancel()
    // A list that is thrown away puts none of its cells away first.
    if let shown { pictures.hide(shown) }
  }

  var drawn: Bitmap? { photo.drawn }

  func bind(_ key: ImageKey?) {
    // A place that is bound again to what it shows has nothing new to tell.
    guard key == nil || key != photo.key || photo.drawn == nil else { return }
    let former = shown
    shown = nil
    if key != photo.key { boundAt = stopwatch.elapsed }
    ask(for: key)
    // After the new one is found, which may be the very picture that was there.
    if let former { pictures.hide(former) }
  }

  func prepareForReuse() {
    stopRetry()
    photo.prepareForReuse()
    if let former = shown {
      shown = nil
      pictures.hide(former)
    }
  }

  /// Draws what the picture that it shows is now; nothing happens where it has not changed.
  func redraw(_ change: PictureChange) {
    guard let shown, let picture = change.picture(for: shown), picture !== drawn else { return }
    // One turn of the main actor: no frame falls between.
    pocket.picture = picture
    photo.prepareForReuse()
    photo.bind(shown.key)
    pocket.picture = nil
  }

  /// Asks once more for a picture that could not be had, after a while.
  ///
  /// Nothing happens where there is one, where it was refused, and where the cell is bound to
  /// something else by then. One that may still come is asked for again should it not.
  func askAgain(after delay: @Sendable () -> Duration) {
    guard retry == nil, photo.key != nil, photo.drawn == nil else { return }
    if isWorthAskingAgain { startRetry(after: delay()) } else { delayAfterFailure = delay() }
  }

  private func startRetry(after delay: Duration) {
    guard let key = photo.key else { return }
    retry = Task { [weak self, clock] in
      do { try await clock.sleep(for: delay) } catch { return }
      guard !Task.isCancelled else { return }
      self?.ask(for: key)
    }
  }

  private func ask(for key: ImageKey?) {
    stopRetry()
    photo.bind(key) { [weak self] result in
      guard let self, let key else { return }
      switch result {
      case .success(let picture):
        let request = ImageRequest(kind, key)
        shown = request
        pictures.show(picture, for: request, afterVisible: stopwatch.elapsed - boundAt)
      case .failure(let error):
        isWorthAskingAgain = (error as? TransportError)?.isWorthAskingOnReturn == true
        if isWorthAskingAgain, let delayAfterFailure { startRetry(after: delayAfterFailure) }
      }
    }
  }

  private func stopRetry() {
    (isWorthAskingAgain, delayAfterFailure) = (false, nil)
    retry?.cancel()
    retry = nil
  }
}
