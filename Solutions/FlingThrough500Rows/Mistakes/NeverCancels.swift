// Nobody can leave
// Fails: fling, lastStops, wholeApp
public import Vocabulary

/// The caller looks for its cancellation, but only once the load has ended: awaiting a task's value
/// does not end with the cancellation of the one who awaits. All that was ever on screen is loaded.
public actor ImageLoader: ImageLoading, LoadCounting {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: Task<Bitmap, any Error>] = [:]

  /// How the loads have ended so far.
  public private(set) var counts: LoadCounts = LoadCounts()

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    try Task.checkCancellation()
    let image = try await task(for: key).value
    try Task.checkCancellation()
    return image
  }

  private func task(for key: ImageKey) -> Task<Bitmap, any Error> {
    if let running = inFlight[key] { return running }
    counts.started += 1
    let task = Task {
      defer { inFlight[key] = nil }
      do {
        let image = try await load(key)
        counts.succeeded += 1
        return image
      } catch {
        counts.failed += 1
        throw error
      }
    }
    inFlight[key] = task
    return task
  }
}
