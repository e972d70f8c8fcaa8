import Synchronization

/// Counts, from any task.
final class Tally: Sendable {
  private let state = Mutex(0)

  /// How often something was added.
  var count: Int { state.withLock { $0 } }

  /// Adds one.
  func add() {
    state.withLock { $0 += 1 }
  }
}
