// Loads that were stopped are kept
// Fails: releases
public import Vocabulary

/// Their tasks are noted when they are told to stop, and never struck off. A decode that went on to
/// its end leaves its picture in its task: after a fling that is the memory of all rows that flew
/// past.
public actor ImageLoader: ImageLoading, LoadCounting {
  private struct Flight {
    /// The number of the caller that started it, which no other load has.
    let number: Int
    let task: Task<Bitmap, any Error>
    var callers: Set<Int>
  }

  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: Flight] = [:]
  private var stopped: [Task<Bitmap, any Error>] = []
  private var lastCaller = 0

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
      Task { await self.leave(key, caller) }
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

  private func leave(_ key: ImageKey, _ caller: Int) {
    guard inFlight[key]?.callers.remove(caller) != nil else { return }
    guard let flight = inFlight[key], flight.callers.isEmpty else { return }
    inFlight[key] = nil
    counts.cancelled += 1
    flight.task.cancel()
    stopped.append(flight.task)
  }
}
