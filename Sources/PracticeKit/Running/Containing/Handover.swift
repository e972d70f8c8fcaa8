import Foundation

/// Passes one value from one thread to another.
final class Handover<Value: Sendable>: @unchecked Sendable {
  // Sendable, since the value is written before the signal and read after the wait.
  private var value: Value?
  private let isThere = DispatchSemaphore(value: 0)

  /// Gives the value; once.
  func give(_ value: Value) {
    self.value = value
    isThere.signal()
  }

  /// Waits for the value and takes it; once.
  func take() -> Value {
    while true {
      isThere.wait()
      if let value { return value }
    }
  }
}
