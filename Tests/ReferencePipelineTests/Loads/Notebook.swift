import Synchronization

/// What was noted in a test, in the order in which it was noted, from any task.
final class Notebook<Entry: Sendable>: Sendable {
  private let state = Mutex<[Entry]>([])

  /// All that was noted so far.
  var entries: [Entry] { state.withLock { $0 } }

  /// How many entries there are.
  var count: Int { state.withLock { $0.count } }

  func add(_ entry: Entry) {
    state.withLock { $0.append(entry) }
  }
}

extension Notebook<Int> {
  /// What is left where one was noted for each beginning and minus one for each end.
  var sum: Int { entries.reduce(0, +) }

  /// The most that there were at once.
  var peak: Int {
    var sum = 0
    return entries.reduce(0) { peak, change in
      sum += change
      return max(peak, sum)
    }
  }
}
