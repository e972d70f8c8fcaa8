// The handler is there before the id is
// Fails: cancelledLeavesNone
import Synchronization
public import Vocabulary

/// The handler can only leave with an id that it knows, and the id is known when the actor has
/// answered. Who is cancelled on the way there is put on the list and never taken off it.
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

  /// How the loads have ended so far.
  public private(set) var counts: LoadCounts = LoadCounts()

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public nonisolated func image(for key: ImageKey) async throws -> Bitmap {
    let ticket = Mutex<Int?>(nil)
    return try await withTaskCancellationHandler {
      let (caller, task) = await join(key)
      ticket.withLock { $0 = caller }
      return try await task.value
    } onCancel: {
      guard let caller = ticket.withLock({ $0 }) else { return }
      Task { await self.leave(key, caller) }
    }
  }

  private func join(_ key: ImageKey) -> (Int, Task<Bitmap, any Error>) {
    lastCaller += 1
    let caller = lastCaller
    if let flight = inFlight[key] {
      inFlight[key]?.callers.insert(caller)
      return (caller, flight.task)
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
    return (caller, task)
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
  }
}
