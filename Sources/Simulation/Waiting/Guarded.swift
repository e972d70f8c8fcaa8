import Foundation

/// A value behind a lock, of a sort that ThreadSanitizer knows.
///
/// On Linux a contended `Mutex` of the Synchronization module waits in a part of the runtime that
/// is not instrumented, and ThreadSanitizer reports a race where there is none (Swift 6.3.1).
final class Guarded<Value>: @unchecked Sendable {
  // Sendable, since the value is read and changed under the lock only.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// Reads or changes the value while nobody else does. Nothing is called out from within.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
