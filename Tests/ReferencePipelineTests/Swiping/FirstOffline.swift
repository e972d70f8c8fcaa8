import Simulation
import Synchronization
import Vocabulary

/// A line whose first request waits at a gate and then finds no connection.
final class FirstOffline: SwipeSending, SwipeUndoing {
  private let gate: Gate
  private let server: any SwipeSending & SwipeUndoing
  private let isFirst = Mutex(true)

  init(_ gate: Gate, then server: any SwipeSending & SwipeUndoing) {
    self.gate = gate
    self.server = server
  }

  func send(_ swipe: Swipe) async throws -> SwipeReceipt {
    try await fail()
    return try await server.send(swipe)
  }

  func undo(_ undo: SwipeUndo) async throws -> UndoReceipt {
    try await fail()
    return try await server.undo(undo)
  }

  private func fail() async throws {
    let fails = isFirst.withLock { isFirst in
      defer { isFirst = false }
      return isFirst
    }
    guard fails else { return }
    try await gate.pass()
    throw TransportError.offline
  }
}
