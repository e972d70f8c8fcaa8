import Synchronization
import TwoGBPhoneSolution
public import Vocabulary

/// Lets decodes start as a rule allows: one by the bytes of those that run, whatever their number.
///
/// Those that have to wait go in the order in which they came, and none overtakes: a large one
/// would otherwise wait for ever behind small ones. Waiting blocks no thread. Usable from any task.
public final class DecodeGate: Sendable {
  /// Whether a decode that takes so many bytes at its peak may start beside those that run.
  public typealias Rule = @Sendable (_ byteCount: Int, _ running: RunningDecodes) -> Bool

  private struct Waiter {
    let bytes: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var running = RunningDecodes()
    var highWaterMark = 0
    /// By number, given in the order in which they came. A number may be missing: its waiter left.
    var waiters: [Int: Waiter] = [:]
    var nextNumber = 0
    var firstNumber = 0

    mutating func admit(_ bytes: Int, by rule: Rule) -> Bool {
      guard rule(bytes, running) else { return false }
      running.count += 1
      running.byteCount += bytes
      highWaterMark = max(highWaterMark, running.byteCount)
      return true
    }

    /// Takes out all that may start now.
    mutating func admitWaiters(by rule: Rule) -> [Waiter] {
      var admitted: [Waiter] = []
      while firstNumber < nextNumber {
        if let waiter = waiters[firstNumber] {
          guard admit(waiter.bytes, by: rule) else { break }
          waiters[firstNumber] = nil
          admitted.append(waiter)
        }
        firstNumber += 1
      }
      return admitted
    }
  }

  private let rule: Rule
  private let state = Mutex(State())

  /// A gate with a rule, which is asked under a lock: it must be quick and call nothing. One that
  /// lets nothing start while nothing runs keeps everyone waiting for ever.
  public init(_ rule: @escaping Rule) {
    self.rule = rule
  }

  /// A gate with a limit in bytes. A decode that alone is above it runs alone.
  public convenience init(limit: Int) {
    let limit = max(0, limit)
    self.init { MemoryBudgets.admits($0, beside: $1, limit: limit) }
  }

  /// What the running decodes take together, in bytes.
  public var byteCount: Int { state.withLock { $0.running.byteCount } }

  /// The most that running decodes have taken together so far, in bytes.
  public var highWaterMark: Int { state.withLock { $0.highWaterMark } }

  /// Runs a decode as soon as there is room for it.
  ///
  /// - Parameters:
  ///   - bytes: What it takes at its peak, in bytes; less than zero is zero.
  ///   - decode: The decode.
  /// - Returns: What the decode returns.
  /// - Throws: What the decode throws; `CancellationError` where the calling task is cancelled
  ///   while it waits, and then the decode never starts.
  public func run<Value: Sendable>(
    _ bytes: Int, _ decode: @Sendable () async throws -> Value
  ) async throws -> Value {
    let bytes = max(0, bytes)
    try await enter(bytes)
    defer { leave(bytes) }
    return try await decode()
  }

  private func enter(_ bytes: Int) async throws {
    let number = state.withLock { state in
      defer { state.nextNumber += 1 }
      return state.nextNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state -> Result<Void, any Error>? in
          // The handler below takes the lock after the task was marked as cancelled, so either
          // the mark is seen here or the handler finds the waiter.
          if Task.isCancelled { return .failure(CancellationError()) }
          // Who came before goes before, even where there is room for this one.
          if state.waiters.isEmpty, state.admit(bytes, by: rule) { return .success(()) }
          state.waiters[number] = Waiter(bytes: bytes, continuation: continuation)
          state.firstNumber = min(state.firstNumber, number)
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let (left, admitted) = state.withLock { state -> (Waiter?, [Waiter]) in
        guard let left = state.waiters.removeValue(forKey: number) else { return (nil, []) }
        // Where it was the first, there may be room for those behind it.
        return (left, state.admitWaiters(by: rule))
      }
      left?.continuation.resume(throwing: CancellationError())
      for waiter in admitted { waiter.continuation.resume() }
    }
  }

  private func leave(_ bytes: Int) {
    let admitted = state.withLock { state in
      state.running.count -= 1
      state.running.byteCount -= bytes
      return state.admitWaiters(by: rule)
    }
    for waiter in admitted { waiter.continuation.resume() }
  }
}
