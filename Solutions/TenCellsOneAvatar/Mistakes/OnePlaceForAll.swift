// One place for what is in flight, and not a table
// Fails: alternating, wholeApp
public import Vocabulary

/// Neighbours on the screen ask one after the other, so the load that began last is remembered and
/// no other. Two authors who take turns in the feed push each other out, and each row pays.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var latest: (key: ImageKey, number: Int, task: Task<Bitmap, any Error>)?
  private var lastNumber = 0

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    if let latest, latest.key == key { return try await latest.task.value }
    lastNumber += 1
    let number = lastNumber
    let task = Task {
      defer { if latest?.number == number { latest = nil } }
      return try await load(key)
    }
    latest = (key, number, task)
    return try await task.value
  }
}
