/// A door in real time, for scripts that are served to a real session: closed until it is opened
/// once and for all.
///
/// May be used from any thread. ``/Simulation/Gate`` is its counterpart in virtual time.
public final class Latch: Holding {
  private struct State {
    var isOpen = false
    var lastNumber = 0
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
  }

  private let state = Guarded(State())
  private let onWait: @Sendable () -> Void

  /// A closed door.
  ///
  /// - Parameter onWait: Called each time somebody begins to wait, on that caller's thread; a
  ///   place to fulfil an expectation.
  public init(onWait: @escaping @Sendable () -> Void = {}) {
    self.onWait = onWait
  }

  /// Lets everyone through, now and from now on.
  public func open() {
    let released = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return state.waiting.sorted { $0.key < $1.key }.map(\.value)
    }
    released.forEach { $0.resume() }
  }

  /// Returns at once where the door is open, and otherwise when it opens.
  ///
  /// - Throws: `CancellationError` as soon as the calling task is cancelled, also before an open
  ///   door.
  public func pass() async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        wait(continuation, number)
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?
        .resume(throwing: CancellationError())
    }
  }

  private func wait(_ continuation: CheckedContinuation<Void, any Error>, _ number: Int) {
    let outcome: Result<Void, any Error>? = state.withLock { state in
      // Looked at under the lock: a cancellation before it is seen here, a later one finds the
      // continuation.
      if Task.isCancelled { return .failure(CancellationError()) }
      if state.isOpen { return .success(()) }
      state.waiting[number] = continuation
      return nil
    }
    if let outcome { continuation.resume(with: outcome) } else { onWait() }
  }
}
