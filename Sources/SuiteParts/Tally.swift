import Synchronization

/// Numbers in the order in which they were noted, from any task.
public final class Tally: Sendable {
  private let state = Mutex<[Int]>([])

  /// Nothing noted yet.
  public init() {}

  /// All of them.
  public var numbers: [Int] { state.withLock { $0 } }

  /// How many there are.
  public var count: Int { state.withLock { $0.count } }

  /// Notes one; zero where it is only counted.
  public func note(_ number: Int = 0) {
    state.withLock { $0.append(number) }
  }
}
