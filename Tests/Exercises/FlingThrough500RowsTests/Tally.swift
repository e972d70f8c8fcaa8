import Synchronization

/// Numbers in the order in which they were noted, from any task.
final class Tally: Sendable {
  private let state = Mutex<[Int]>([])

  /// All of them.
  var numbers: [Int] { state.withLock { $0 } }

  /// How many there are.
  var count: Int { state.withLock { $0.count } }

  /// Notes one.
  func note(_ number: Int) {
    state.withLock { $0.append(number) }
  }
}
