import Vocabulary

/// A memory tier that says what it is about to do.
struct ProbedCache: ImageCaching {
  enum Step: CaseIterable {
    case lookUp
    case insert
  }

  private let cache: KeptPictures
  private let before: @Sendable (Step) -> Void

  init(_ cache: KeptPictures, before: @escaping @Sendable (Step) -> Void) {
    self.cache = cache
    self.before = before
  }

  var byteCount: Int { cache.byteCount }

  /// Looks first and tells then, so that what happens meanwhile comes too late for this look.
  func image(for key: ImageKey) -> Bitmap? {
    let picture = cache.image(for: key)
    before(.lookUp)
    return picture
  }

  func insert(_ image: Bitmap, for key: ImageKey) {
    before(.insert)
    cache.insert(image, for: key)
  }

  func remove(_ key: ImageKey) { cache.remove(key) }

  func trim(toBytes limit: Int) { cache.trim(toBytes: limit) }
}
