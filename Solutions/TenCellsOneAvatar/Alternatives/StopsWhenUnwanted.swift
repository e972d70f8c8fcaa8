// A load that nobody wants any more is stopped
public import Vocabulary

/// More than is asked for: callers have names, and whoever takes the last one off takes the load
/// off the table and stops it. Both are one step, so that whoever comes next gets a load that
/// lives.
///
/// A load that ends compares its number with that of the entry, which may be a later load's.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: Flight] = [:]
  private var lastCaller = 0

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    try Task.checkCancellation()
    lastCaller += 1
    let caller = lastCaller
    let task = join(key, caller)
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      Task { await self.leave(key, caller) }
    }
  }

  private func join(_ key: ImageKey, _ caller: Int) -> Task<Bitmap, any Error> {
    if let running = inFlight[key] {
      inFlight[key]?.callers.insert(caller)
      return running.task
    }
    let task = Task {
      defer { if inFlight[key]?.number == caller { inFlight[key] = nil } }
      return try await load(key)
    }
    inFlight[key] = Flight(number: caller, task: task, callers: [caller])
    return task
  }

  private func leave(_ key: ImageKey, _ caller: Int) {
    guard inFlight[key]?.callers.remove(caller) != nil else { return }
    guard let left = inFlight[key], left.callers.isEmpty else { return }
    inFlight[key] = nil
    left.task.cancel()
  }
}

private struct Flight {
  /// That of the caller that started it, which no other load has.
  let number: Int
  let task: Task<Bitmap, any Error>
  var callers: Set<Int>
}
