import Foundation

/// A list that several threads write.
///
/// Unchecked: it is touched with the lock held only.
final class Notes<Entry: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var entries: [Entry] = []

  var all: [Entry] { lock.withLock { entries } }

  /// Adds an entry, and returns its number, from zero.
  @discardableResult
  func add(_ entry: Entry) -> Int {
    lock.withLock {
      entries.append(entry)
      return entries.count - 1
    }
  }
}
