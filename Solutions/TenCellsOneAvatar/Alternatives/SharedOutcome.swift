// One object for each load, which collects its callers
import Synchronization
public import Vocabulary

/// The table holds an object for each load. The object knows whether its outcome is there and who
/// waits for it; callers wait on the object and not on a task, and one that is cancelled is let
/// go at once.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: SharedOutcome] = [:]

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    try Task.checkCancellation()
    return try await outcome(for: key).value()
  }

  private func outcome(for key: ImageKey) -> SharedOutcome {
    if let running = inFlight[key] { return running }
    let shared = SharedOutcome()
    inFlight[key] = shared
    Task {
      let result: Result<Bitmap, any Error>
      do {
        result = .success(try await load(key))
      } catch {
        result = .failure(error)
      }
      inFlight[key] = nil
      shared.settle(result)
    }
    return shared
  }
}

private final class SharedOutcome: Sendable {
  private typealias Waiter = CheckedContinuation<Bitmap, any Error>

  private struct State {
    var result: Result<Bitmap, any Error>?
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
  }

  private let state = Mutex(State())

  func value() async throws -> Bitmap {
    let number = state.withLock { state in
      defer { state.nextWaiter += 1 }
      return state.nextWaiter
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        let result = state.withLock { state -> Result<Bitmap, any Error>? in
          // The handler takes the lock after the mark, so one of the two sees the other.
          if Task.isCancelled { return .failure(CancellationError()) }
          if let result = state.result { return result }
          state.waiters[number] = waiter
          return nil
        }
        if let result { waiter.resume(with: result) }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?
        .resume(throwing: CancellationError())
    }
  }

  func settle(_ result: Result<Bitmap, any Error>) {
    let waiters = state.withLock { state in
      state.result = result
      defer { state.waiters = [:] }
      return state.waiters.sorted { $0.key < $1.key }.map(\.value)
    }
    for waiter in waiters { waiter.resume(with: result) }
  }
}
