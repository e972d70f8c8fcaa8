// The entry is never removed
// Fails: failureIsForgotten, freshAfterSuccess, releases, wholeApp
public import Vocabulary

/// The table of work in flight has become a cache without a budget: it holds every picture that
/// was ever loaded, and every error.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var loads: [ImageKey: Task<Bitmap, any Error>] = [:]

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    if let known = loads[key] { return try await known.value }
    let load = self.load
    let task = Task { try await load(key) }
    loads[key] = task
    return try await task.value
  }
}
