// Any caller that leaves cancels the load
// Fails: twoStay
public import Vocabulary

/// Cancelling a cell is passed on to the load that it shares with two others.
public actor ImageLoader: ImageLoading, LoadCounting {
  private struct Flight {
    let number: Int
    let task: Task<Bitmap, any Error>
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
    try Task.checkCancellation()
    let flight = inFlight[key] ?? start(key)
    return try await withTaskCancellationHandler {
      try await flight.task.value
    } onCancel: {
      Task { await self.stop(key, flight.number) }
    }
  }

  private func start(_ key: ImageKey) -> Flight {
    counts.started += 1
    let number = counts.started
    let task = Task {
      do {
        let image = try await load(key)
        if remove(key, number) != nil { counts.succeeded += 1 }
        return image
      } catch {
        if remove(key, number) != nil { counts.failed += 1 }
        throw error
      }
    }
    let flight = Flight(number: number, task: task)
    inFlight[key] = flight
    return flight
  }

  private func stop(_ key: ImageKey, _ number: Int) {
    guard let flight = remove(key, number) else { return }
    counts.cancelled += 1
    flight.task.cancel()
  }

  private func remove(_ key: ImageKey, _ number: Int) -> Flight? {
    guard let flight = inFlight[key], flight.number == number else { return nil }
    inFlight[key] = nil
    return flight
  }
}
