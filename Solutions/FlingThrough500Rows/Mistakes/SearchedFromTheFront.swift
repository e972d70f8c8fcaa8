// A list that is searched from the front
// Fails: linear
public import Vocabulary

/// Loads in flight stand in an array. Each caller that comes or leaves looks at all of them before
/// its own: with ten thousand rows that is the square of it.
public actor ImageLoader: ImageLoading, LoadCounting {
  private struct Flight {
    let key: ImageKey
    let number: Int
    let task: Task<Bitmap, any Error>
    var callers: Set<Int>
  }

  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [Flight] = []
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
      Task { await self.leave(caller) }
    }
  }

  private func join(_ key: ImageKey, _ caller: Int) -> Task<Bitmap, any Error> {
    if let place = inFlight.firstIndex(where: { $0.key == key }) {
      inFlight[place].callers.insert(caller)
      return inFlight[place].task
    }
    counts.started += 1
    let task = Task {
      let outcome: Result<Bitmap, any Error>
      do {
        outcome = .success(try await load(key))
      } catch {
        outcome = .failure(error)
      }
      end(caller, outcome)
      return try outcome.get()
    }
    inFlight.append(Flight(key: key, number: caller, task: task, callers: [caller]))
    return task
  }

  private func end(_ number: Int, _ outcome: Result<Bitmap, any Error>) {
    guard let place = inFlight.firstIndex(where: { $0.number == number }) else { return }
    inFlight.remove(at: place)
    if case .success = outcome { counts.succeeded += 1 } else { counts.failed += 1 }
  }

  private func leave(_ caller: Int) {
    guard let place = inFlight.firstIndex(where: { $0.callers.contains(caller) }) else { return }
    inFlight[place].callers.remove(caller)
    guard inFlight[place].callers.isEmpty else { return }
    counts.cancelled += 1
    inFlight.remove(at: place).task.cancel()
  }
}
