import Foundation

/// The first expectation that was not met, from whichever task; later ones follow from it.
///
/// With a lock that ThreadSanitizer knows, since suites run under it too.
public final class FirstUnmet: @unchecked Sendable {
  // Sendable, since the value is read and changed under the lock only.
  private let lock = NSLock()
  private var unmet: UnmetExpectation?

  init() {}

  var expectation: UnmetExpectation? { lock.withLock { unmet } }

  func note(_ expectation: UnmetExpectation) {
    lock.withLock { if unmet == nil { unmet = expectation } }
  }
}
