// Everything waits behind one load
// Fails: othersGoOn, wholeApp
public import Vocabulary

/// No photo is loaded before the one in front of it is there. Nothing is loaded twice, and one
/// slow avatar holds up the whole screen.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: Task<Bitmap, any Error>] = [:]
  private var last: Task<Bitmap, any Error>?

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    if let running = inFlight[key] { return try await running.value }
    let previous = last
    let task = Task {
      _ = await previous?.result
      defer { leave(key) }
      return try await load(key)
    }
    inFlight[key] = task
    last = task
    return try await task.value
  }

  private func leave(_ key: ImageKey) {
    inFlight[key] = nil
    if inFlight.isEmpty { last = nil }
  }
}
