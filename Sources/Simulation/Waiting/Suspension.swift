/// One suspended caller, resumed exactly once: by a wake or by the cancellation of its task.
///
/// Whoever keeps a suspension (a gate, the timers, the list of those who wait for quiet) takes it
/// out before waking it, and never resumes it while holding a lock: to resume enqueues a job.
final class Suspension: Sendable {
  private enum State {
    case fresh
    /// Unsafe, since what is left at the end of a run is never resumed: a checked one complains.
    case waiting(UnsafeContinuation<Void, any Error>)
    case finished(Result<Void, any Error>)
  }

  /// What the caller waits for and since when, as a deadlock report words it.
  let wait: Wait
  private let state = Guarded(State.fresh)

  init(_ wait: Wait) {
    self.wait = wait
  }

  /// Suspends the calling task until ``finish(_:)``.
  ///
  /// - Parameter leave: Called when the task is cancelled, before the suspension ends; it takes
  ///   the suspension out of wherever it is kept.
  /// - Throws: What it was finished with; `CancellationError` where the task was cancelled before
  ///   that, whether it had suspended or not.
  func suspend(onCancel leave: @escaping @Sendable () -> Void) async throws {
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        let finished: Result<Void, any Error>? = state.withLock { state in
          if case .finished(let result) = state { return result }
          state = .waiting(continuation)
          return nil
        }
        if let finished { continuation.resume(with: finished) }
      }
    } onCancel: {
      leave()
      finish(.failure(CancellationError()))
    }
  }

  /// Resumes the caller, or lets it pass when it comes to wait. Only the first call counts.
  func finish(_ result: Result<Void, any Error> = .success(())) {
    let continuation: UnsafeContinuation<Void, any Error>? = state.withLock { state in
      switch state {
      case .fresh:
        state = .finished(result)
        return nil
      case .waiting(let continuation):
        state = .finished(result)
        return continuation
      case .finished:
        return nil
      }
    }
    continuation?.resume(with: result)
  }
}
