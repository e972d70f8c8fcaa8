public import ReferencePipeline
public import Vocabulary

/// A pipeline as a loader of one kind of image: what a cell of one's own is made with.
public struct ShownLoads: ImageLoading {
  private let pictures: any PictureProviding
  private let kind: ImageKind

  /// The pictures of a kind.
  public init(_ pictures: any PictureProviding, kind: ImageKind = .feedThumbnail) {
    self.pictures = pictures
    self.kind = kind
  }

  /// The picture for a key, for a place that is visible.
  public func image(for key: ImageKey) async throws -> Bitmap {
    try await pictures.image(for: ImageRequest(kind, key), priority: .visible)
  }

  /// What can be drawn in this very frame.
  public func held(_ key: ImageKey) -> Bitmap? {
    pictures.cachedImage(for: ImageRequest(kind, key))
  }
}
