// A number for each key, whichever load it has
// Fails: lateLeave
public import Vocabulary

/// Each caller leaves once, so a number seems to do. But one that is cancelled as its load ends is
/// late: the next load of the key is there already, and it is that one's caller who is counted out.
public actor ImageLoader: ImageLoading, LoadCounting {
  private struct Flight {
    let number: Int
    let task: Task<Bitmap, any Error>
  }

  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: Flight] = [:]
  private var callers: [ImageKey: Int] = [:]

  /// How the loads have ended so far.
  public private(set) var counts: LoadCounts = LoadCounts()

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    try Task.checkCancellation()
    let flight = inFlight[key] ?? start(key)
    callers[key, default: 0] += 1
    return try await withTaskCancellationHandler {
      try await flight.task.value
    } onCancel: {
      Task { await self.leave(key) }
    }
  }

  private func start(_ key: ImageKey) -> Flight {
    counts.started += 1
    let number = counts.started
    let task = Task {
      do {
        let image = try await load(key)
        if remove(key, number) { counts.succeeded += 1 }
        return image
      } catch {
        if remove(key, number) { counts.failed += 1 }
        throw error
      }
    }
    let flight = Flight(number: number, task: task)
    inFlight[key] = flight
    return flight
  }

  private func leave(_ key: ImageKey) {
    guard let flight = inFlight[key], let count = callers[key] else { return }
    callers[key] = count - 1
    guard count == 1, remove(key, flight.number) else { return }
    counts.cancelled += 1
    flight.task.cancel()
  }

  private func remove(_ key: ImageKey, _ number: Int) -> Bool {
    guard inFlight[key]?.number == number else { return false }
    inFlight[key] = nil
    callers[key] = nil
    return true
  }
}
