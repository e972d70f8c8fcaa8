// The last caller of a failed load takes its entry away
// Fails: retryAtOnce
public import Vocabulary

/// A failed load stays in the table until all its callers have heard of it. A row that hears first
/// and asks again joins the failed load.
public actor ImageLoader: ImageLoading, LoadCounting {
  private struct Flight {
    /// The number of the caller that started it, which no other load has.
    let number: Int
    let task: Task<Bitmap, any Error>
    var callers: Set<Int>
    var hasFailed = false
  }

  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: Flight] = [:]
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
      do {
        return try await task.value
      } catch {
        leave(key, caller)
        throw error
      }
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
    guard case .success = outcome else {
      counts.failed += 1
      inFlight[key]?.hasFailed = true
      return
    }
    inFlight[key] = nil
    counts.succeeded += 1
  }

  private func leave(_ key: ImageKey, _ caller: Int) {
    guard inFlight[key]?.callers.remove(caller) != nil else { return }
    guard let flight = inFlight[key], flight.callers.isEmpty else { return }
    inFlight[key] = nil
    guard !flight.hasFailed else { return }
    counts.cancelled += 1
    flight.task.cancel()
  }
}
