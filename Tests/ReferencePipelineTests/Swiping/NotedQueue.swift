import SwipesMustNotBeLostSolution
import Vocabulary

/// Another outbox, that notes what is added and how often it is drained.
final class NotedQueue: SwipeQueueing {
  let added = Notebook<SwipeOperation>()
  let drains = Notebook<Void>()
  private let queue: Outbox

  init(_ queue: Outbox) {
    self.queue = queue
  }

  func add(_ operation: SwipeOperation) async throws {
    added.add(operation)
    try await queue.add(operation)
  }

  func drain() async {
    drains.add(())
    await queue.drain()
  }

  func pending() async throws -> [SwipeOperation] { try await queue.pending() }

  func last() async throws -> SwipeOperation? { try await queue.last() }

  func listen(_ listener: @escaping @Sendable (SwipeAnswer) async throws -> Void) async {
    await queue.listen(listener)
  }
}
