import Synchronization

/// What was noted in a test, in the order in which it was noted, from any task.
final class Notebook<Entry: Sendable>: Sendable {
  private let state = Mutex<[Entry]>([])

  /// All that was noted so far.
  var entries: [Entry] { state.withLock { $0 } }

  func add(_ entry: Entry) {
    state.withLock { $0.append(entry) }
  }
}
