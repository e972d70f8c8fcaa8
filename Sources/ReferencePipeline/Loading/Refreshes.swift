import Synchronization
import Vocabulary

/// The pictures that the server is being asked about while they are shown.
final class Refreshes: Sendable {
  private let tasks = Mutex<[ImageKey: Task<Void, Never>]>([:])

  /// Whether the loads of a key have to ask.
  func contains(_ key: ImageKey) -> Bool { tasks.withLock { $0[key] != nil } }

  /// Starts a refresh, unless one is going on.
  func start(_ key: ImageKey, _ refresh: @escaping @Sendable () async -> Void) {
    tasks.withLock { tasks in
      guard tasks[key] == nil else { return }
      tasks[key] = Task {
        await refresh()
        self.tasks.withLock { $0[key] = nil }
      }
    }
  }

  func stopAll() {
    for task in tasks.withLock({ $0 }).values { task.cancel() }
  }
}
