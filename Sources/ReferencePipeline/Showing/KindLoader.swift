public import Vocabulary

/// The pictures of one kind, as a cell asks for them: by key alone, for a place that is visible.
public struct KindLoader: ImageLoading {
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

  /// What can be drawn in this very frame; nil where it has to be loaded.
  public func held(_ key: ImageKey) -> Bitmap? {
    pictures.cachedImage(for: ImageRequest(kind, key))
  }
}
