import Foundation

/// A value behind a lock, for what the threads of a session share.
///
/// In place of `Mutex`: ThreadSanitizer does not see that one on Linux where it is contended
/// (Swift 6.3), and this code is what it has to judge.
///
/// Unchecked: the value is touched with the lock held only.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
  }

  /// Reads or changes the value while nobody else does. Not re-entrant.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
