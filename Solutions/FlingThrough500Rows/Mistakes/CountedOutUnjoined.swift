// Who never joined is counted out
// Fails: cancelledLeavesNone, lateLeave, loadCancelLoad
public import Vocabulary

/// The handler is there before the joining, and a number says how many want the load. A cell that
/// is gone on arrival joins nothing, its handler takes one off all the same, and the load ends for
/// the one that waits.
public actor ImageLoader: ImageLoading, LoadCounting {
  private struct Flight {
    let number: Int
    let task: Task<Bitmap, any Error>
    var wanted = 1
  }

  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: Flight] = [:]

  /// How the loads have ended so far.
  public private(set) var counts: LoadCounts = LoadCounts()

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    try await withTaskCancellationHandler {
      try Task.checkCancellation()
      return try await join(key).value
    } onCancel: {
      Task { await self.leave(key) }
    }
  }

  private func join(_ key: ImageKey) -> Task<Bitmap, any Error> {
    if let flight = inFlight[key] {
      inFlight[key]?.wanted += 1
      return flight.task
    }
    counts.started += 1
    let number = counts.started
    let task = Task {
      let outcome: Result<Bitmap, any Error>
      do {
        outcome = .success(try await load(key))
      } catch {
        outcome = .failure(error)
      }
      end(key, number, outcome)
      return try outcome.get()
    }
    inFlight[key] = Flight(number: number, task: task)
    return task
  }

  private func end(_ key: ImageKey, _ number: Int, _ outcome: Result<Bitmap, any Error>) {
    guard inFlight[key]?.number == number else { return }
    inFlight[key] = nil
    if case .success = outcome { counts.succeeded += 1 } else { counts.failed += 1 }
  }

  private func leave(_ key: ImageKey) {
    inFlight[key]?.wanted -= 1
    guard let flight = inFlight[key], flight.wanted <= 0 else { return }
    inFlight[key] = nil
    counts.cancelled += 1
    flight.task.cancel()
  }
}
