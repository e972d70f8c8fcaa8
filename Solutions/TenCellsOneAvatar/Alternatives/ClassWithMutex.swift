// A class with a lock around the table
import Synchronization
public import Vocabulary

/// No actor: the table is guarded by a lock that is held for the look-up and the entry, and never
/// while anybody waits. A caller on any thread needs no hop to find the load that it joins.
///
/// The task is made under the lock, which costs an allocation there; it takes the lock itself
/// only when its load has ended.
public final class AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private let inFlight = Mutex<[ImageKey: Task<Bitmap, any Error>]>([:])

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    try await task(for: key).value
  }

  private func task(for key: ImageKey) -> Task<Bitmap, any Error> {
    inFlight.withLock { inFlight in
      if let running = inFlight[key] { return running }
      let task = Task {
        defer { remove(key) }
        return try await load(key)
      }
      inFlight[key] = task
      return task
    }
  }

  private func remove(_ key: ImageKey) {
    inFlight.withLock { $0[key] = nil }
  }
}
