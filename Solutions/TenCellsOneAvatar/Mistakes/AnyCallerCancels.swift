// Any caller that leaves cancels the load
// Fails: cancelledCaller, cancelledStarter
public import Vocabulary

/// Cancelling a cell is passed on to the load that it shares with nine others.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: Task<Bitmap, any Error>] = [:]

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    let task = task(for: key)
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func task(for key: ImageKey) -> Task<Bitmap, any Error> {
    if let running = inFlight[key] { return running }
    let task = Task {
      defer { inFlight[key] = nil }
      return try await load(key)
    }
    inFlight[key] = task
    return task
  }
}
