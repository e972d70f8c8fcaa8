// Whoever started the load removes the entry
// Fails: retryAtOnce
public import Vocabulary

/// The shortest answer, and nearly right. The caller that made the entry takes it away when its own
/// await is over. Those who joined may have their turn before it: one that asks again as soon as it
/// has its error finds the entry of the load that has failed, and is given the same error again.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: Task<Bitmap, any Error>] = [:]

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    if let running = inFlight[key] { return try await running.value }
    let task = Task { [load] in try await load(key) }
    inFlight[key] = task
    defer { inFlight[key] = nil }
    return try await task.value
  }
}
