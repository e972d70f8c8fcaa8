// Whoever started the load removes the entry
public import Vocabulary

/// The shortest answer. The caller that made the entry takes it away when its own await is over;
/// those who joined take nothing away. Until it has its turn on the actor, a caller that comes
/// gets the outcome of the load that has just ended, which is right as well.
///
/// The caller must not be able to leave early, or the entry stays: here it cannot, since awaiting
/// a task's value does not end with the caller's cancellation.
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
