import Vocabulary

/// The pictures of one kind, as a cell asks for them: by key alone.
struct KindLoader: ImageLoading {
  let pictures: any PictureProviding
  let kind: ImageKind

  func image(for key: ImageKey) async throws -> Bitmap {
    try await pictures.image(for: ImageRequest(kind, key), priority: .visible)
  }

  func held(_ key: ImageKey) -> Bitmap? {
    pictures.cachedImage(for: ImageRequest(kind, key))
  }
}
