import Synchronization

/// Pauses on a clock that can be ended early: by a connection that is back, say.
///
/// May be used from any task.
final class WakeablePause: Sendable {
  private struct State {
    var sleeping: [Int: Task<Void, Never>] = [:]
    var lastNumber = 0
    /// Whether there was a call of `wake()` since ``begin()`` that found nobody asleep.
    var isWoken = false
    var hasStopped = false
  }

  private let clock: any Clock<Duration>
  private let state = Mutex(State())

  init(on clock: any Clock<Duration>) {
    self.clock = clock
  }

  /// Begins a series of attempts: what was woken before does not count for it.
  func begin() {
    state.withLock { $0.isWoken = false }
  }

  /// Suspends for a duration, or until ``wake()``. Where that was called since the beginning of the
  /// attempts, it returns at once, so that no call is lost between a failure and its pause.
  ///
  /// - Throws: `CancellationError` where there is to be no other attempt, or the calling task is
  ///   cancelled.
  func sleep(for duration: Duration) async throws {
    let (number, task) = try begin(duration)
    if let task {
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
    }
    try state.withLock { state in
      state.sleeping[number] = nil
      if state.hasStopped { throw CancellationError() }
    }
    try Task.checkCancellation()
  }

  /// Ends all pauses.
  func wake() {
    let tasks = state.withLock { state in
      state.isWoken = state.sleeping.isEmpty
      return state.sleeping.sorted { $0.key < $1.key }.map(\.value)
    }
    for task in tasks { task.cancel() }
  }

  /// Ends all pauses with an error, now and from now on.
  func stop() {
    state.withLock { $0.hasStopped = true }
    wake()
  }

  private func begin(_ duration: Duration) throws -> (Int, Task<Void, Never>?) {
    try state.withLock { state in
      if state.hasStopped { throw CancellationError() }
      state.lastNumber += 1
      guard !state.isWoken else {
        state.isWoken = false
        return (state.lastNumber, nil)
      }
      let task = Task { [clock] in
        // Cut short or not: the pause is over.
        _ = try? await clock.sleep(for: max(duration, .zero))
      }
      state.sleeping[state.lastNumber] = task
      return (state.lastNumber, task)
    }
  }
}
