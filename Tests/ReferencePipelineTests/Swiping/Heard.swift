import Synchronization

/// What a listener has heard.
final class Heard<Value: Sendable>: Sendable {
  private let heard = Mutex<[Value]>([])

  var all: [Value] { heard.withLock { $0 } }

  @Sendable
  func hear(_ value: Value) { heard.withLock { $0.append(value) } }
}
