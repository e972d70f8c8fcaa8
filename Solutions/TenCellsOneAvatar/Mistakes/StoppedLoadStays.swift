// A load that was stopped stays in the table until it has ended
// Fails: afterTheLast
public import Vocabulary

/// Stopping is not asked for here, and whoever does it all the same has to do the whole of it. The
/// load is cancelled when its last caller leaves, takes a while to end, and whoever comes meanwhile
/// is told that it was cancelled itself.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: (task: Task<Bitmap, any Error>, callers: Int)] = [:]

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    try Task.checkCancellation()
    let task = join(key)
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      Task { await self.leave(key) }
    }
  }

  private func join(_ key: ImageKey) -> Task<Bitmap, any Error> {
    if let running = inFlight[key] {
      inFlight[key]?.callers += 1
      return running.task
    }
    let task = Task {
      defer { inFlight[key] = nil }
      return try await load(key)
    }
    inFlight[key] = (task, 1)
    return task
  }

  private func leave(_ key: ImageKey) {
    inFlight[key]?.callers -= 1
    if inFlight[key]?.callers == 0 { inFlight[key]?.task.cancel() }
  }
}
