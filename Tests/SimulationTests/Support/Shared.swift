import Synchronization

/// A value that a test and its tasks share.
///
/// A `Mutex` itself cannot be captured by the closure of a task that is started in a closure.
final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) {
    mutex = Mutex(value)
  }

  var value: Value { mutex.withLock { $0 } }

  func set(_ value: Value) {
    mutex.withLock { $0 = value }
  }

  func update(_ change: (inout Value) -> Void) {
    mutex.withLock { change(&$0) }
  }
}
