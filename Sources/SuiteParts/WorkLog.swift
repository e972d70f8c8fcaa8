import Synchronization

/// Work that an answer has others do, by what it is for: how much of it runs side by side, and how
/// often it is done.
///
/// What is cancelled counts as stopped from then on, whether it has ended already or not.
public final class WorkLog<Key: Hashable & Sendable>: Sendable {
  private struct State {
    var running: [Key: Set<Int>] = [:]
    var count = 0
    var last = 0
    var mostAtOnce = 0
    var mostOfOneKey = 0
    var finished: [Key: Int] = [:]

    mutating func begin(_ key: Key) -> Int {
      last += 1
      count += 1
      running[key, default: []].insert(last)
      mostAtOnce = max(mostAtOnce, count)
      mostOfOneKey = max(mostOfOneKey, running[key]?.count ?? 0)
      return last
    }

    mutating func end(_ key: Key, _ number: Int) {
      if running[key]?.remove(number) != nil { count -= 1 }
    }
  }

  private let state = Mutex(State())

  /// Nothing has run yet.
  public init() {}

  /// The most that ran at the same time.
  public var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

  /// The most that ran at the same time for one key.
  public var mostOfOneKey: Int { state.withLock { $0.mostOfOneKey } }

  /// How often the work for one key was done to its end without an error, at the most.
  public var mostFinished: Int { state.withLock { $0.finished.values.max() ?? 0 } }

  /// For how many keys work was done to its end.
  public var keysFinished: Int { state.withLock { $0.finished.count } }

  /// Does some work for a key.
  ///
  /// - Throws: What the work throws.
  public func run<Value: Sendable>(
    _ key: Key, _ work: @Sendable () async throws -> Value
  ) async throws -> Value {
    let number = state.withLock { $0.begin(key) }
    return try await withTaskCancellationHandler {
      defer { state.withLock { $0.end(key, number) } }
      let value = try await work()
      state.withLock { $0.finished[key, default: 0] += 1 }
      return value
    } onCancel: {
      state.withLock { $0.end(key, number) }
    }
  }
}
