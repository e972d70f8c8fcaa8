// Counts callers, but not who they are
// Fails: leavesOnce
public import Vocabulary

/// The cancelled caller is counted out by the handler, and once more when its error comes by: the
/// second time is another caller's.
public actor ImageLoader: ImageLoading, LoadCounting {
  private typealias Waiter = CheckedContinuation<Bitmap, any Error>

  private final class Flight {
    var task: Task<Void, Never>?
    var callers = 0
    var waiters: [Int: Waiter] = [:]
  }

  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: Flight] = [:]
  private var nextWaiter = 0

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
    flight.callers += 1
    let waiter = nextWaiter
    nextWaiter += 1
    do {
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { wait(waiter, on: flight, $0) }
      } onCancel: {
        Task { await self.wake(waiter, of: key) }
      }
    } catch {
      leave(key, flight)
      throw error
    }
  }

  private func wait(_ number: Int, on flight: Flight, _ waiter: Waiter) {
    flight.waiters[number] = waiter
  }

  private func wake(_ waiter: Int, of key: ImageKey) {
    guard let flight = inFlight[key],
      let continuation = flight.waiters.removeValue(forKey: waiter)
    else { return }
    leave(key, flight)
    continuation.resume(throwing: CancellationError())
  }

  private func leave(_ key: ImageKey, _ flight: Flight) {
    guard inFlight[key] === flight else { return }
    flight.callers -= 1
    guard flight.callers <= 0 else { return }
    inFlight[key] = nil
    counts.cancelled += 1
    flight.task?.cancel()
    for waiter in flight.waiters.values { waiter.resume(throwing: CancellationError()) }
  }

  private func start(_ key: ImageKey) -> Flight {
    counts.started += 1
    let flight = Flight()
    inFlight[key] = flight
    flight.task = Task {
      do {
        let image = try await load(key)
        end(key, flight, .success(image))
      } catch {
        end(key, flight, .failure(error))
      }
    }
    return flight
  }

  private func end(_ key: ImageKey, _ flight: Flight, _ outcome: Result<Bitmap, any Error>) {
    guard inFlight[key] === flight else { return }
    inFlight[key] = nil
    if case .success = outcome { counts.succeeded += 1 } else { counts.failed += 1 }
    for waiter in flight.waiters.values { waiter.resume(with: outcome) }
  }
}
