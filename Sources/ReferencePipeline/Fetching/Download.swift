import Synchronization
import Vocabulary

/// A download on its way: its name in the line for the network, and how urgent it is now.
final class Download: Sendable {
  let number: Int
  private let currentLevel: Mutex<LoadPriority>

  init(number: Int, level: LoadPriority) {
    self.number = number
    currentLevel = Mutex(level)
  }

  /// The highest level among the loads that wait for it.
  var level: LoadPriority { currentLevel.withLock { $0 } }

  /// Returns whether that was a change.
  func moves(to level: LoadPriority) -> Bool {
    currentLevel.withLock { current in
      defer { current = level }
      return current != level
    }
  }
}
