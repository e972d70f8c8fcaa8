// A new load waits until the stopped one of its key is over
public import Vocabulary

/// No key is ever loaded twice at a time, not even while a decode that nobody wants goes on to its
/// end. Whoever comes in that while waits for it, and starts then.
///
/// It costs the row that comes back the rest of that decode, and spares the memory of a second one.
public actor ImageLoader: ImageLoading, LoadCounting {
  private struct Flight {
    /// The number of the caller that started it, which no other load has.
    let number: Int
    let task: Task<Bitmap, any Error>
    var callers: Set<Int>
  }

  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: Flight] = [:]
  private var stopping: [ImageKey: Task<Bitmap, any Error>] = [:]
  private var lastCaller = 0

  /// How the loads have ended so far.
  public private(set) var counts: LoadCounts = LoadCounts()

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    while let stopped = stopping[key] { _ = await stopped.result }
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
    guard inFlight[key]?.number == number else {
      stopping[key] = nil
      return
    }
    inFlight[key] = nil
    if case .success = outcome { counts.succeeded += 1 } else { counts.failed += 1 }
  }

  private func leave(_ key: ImageKey, _ caller: Int) {
    guard inFlight[key]?.callers.remove(caller) != nil else { return }
    guard let flight = inFlight[key], flight.callers.isEmpty else { return }
    inFlight[key] = nil
    counts.cancelled += 1
    flight.task.cancel()
    stopping[key] = flight.task
  }
}
