// Looks for the last one, and cancels a moment later
// Fails: oneStep
public import Vocabulary

/// Whoever leaves asks whether it was the last one, looks at the clock, and calls again to stop the
/// load. Between the two calls another cell has its turn, joins the load, and the load is cancelled
/// under it.
public actor ImageLoader: ImageLoading, LoadCounting {
  private struct Flight {
    /// The number of the caller that started it, which no other load has.
    let number: Int
    let task: Task<Bitmap, any Error>
    var callers: Set<Int>
  }

  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: Flight] = [:]
  private var lastCaller = 0
  private var lastStop: ContinuousClock.Instant?

  /// How the loads have ended so far.
  public private(set) var counts: LoadCounts = LoadCounts()

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
      Task {
        guard await self.wasLast(key, caller) else { return }
        await self.stop(key, at: .now)
      }
    }
  }

  private func join(_ key: ImageKey, _ caller: Int) -> Task<Bitmap, any Error> {
    if let flight = inFlight[key] {
      inFlight[key]?.callers.insert(caller)
      return flight.task
    }
    counts.started += 1
    let task = Task {
      let outcome: Result<Bitmap, any Error>
      do {
        outcome = .success(try await load(key))
      } catch {
        outcome = .failure(error)
      }
      end(key, caller, outcome)
      return try outcome.get()
    }
    inFlight[key] = Flight(number: caller, task: task, callers: [caller])
    return task
  }

  private func end(_ key: ImageKey, _ number: Int, _ outcome: Result<Bitmap, any Error>) {
    guard inFlight[key]?.number == number else { return }
    inFlight[key] = nil
    if case .success = outcome { counts.succeeded += 1 } else { counts.failed += 1 }
  }

  private func wasLast(_ key: ImageKey, _ caller: Int) -> Bool {
    guard inFlight[key]?.callers.remove(caller) != nil else { return false }
    return inFlight[key]?.callers.isEmpty == true
  }

  private func stop(_ key: ImageKey, at moment: ContinuousClock.Instant) {
    guard let flight = inFlight.removeValue(forKey: key) else { return }
    lastStop = moment
    counts.cancelled += 1
    flight.task.cancel()
  }
}
