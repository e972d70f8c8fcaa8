import Synchronization
import Vocabulary

/// The loads that nobody waits for yet, one for each request.
final class Prefetches: Sendable {
  private struct State {
    var tasks: [ImageRequest: (number: Int, task: Task<Void, Never>)] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())

  func start(_ request: ImageRequest, _ load: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard state.tasks[request] == nil else { return }
      state.lastNumber += 1
      let number = state.lastNumber
      let task = Task {
        await load()
        end(request, number)
      }
      state.tasks[request] = (number, task)
    }
  }

  func stop(_ request: ImageRequest) {
    state.withLock { $0.tasks.removeValue(forKey: request) }?.task.cancel()
  }

  func stopAll() {
    let tasks = state.withLock { state in
      defer { state.tasks = [:] }
      return state.tasks
    }
    for (_, task) in tasks.values.sorted(by: { $0.number < $1.number }) { task.cancel() }
  }

  private func end(_ request: ImageRequest, _ number: Int) {
    state.withLock { if $0.tasks[request]?.number == number { $0.tasks[request] = nil } }
  }
}
