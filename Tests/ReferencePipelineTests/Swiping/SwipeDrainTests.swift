import Simulation
import Vocabulary
import XCTest

@testable import ReferencePipeline

final class SwipeDrainTests: CellsTestCase {
  func testWhoAsksInOneTurnSharesADrainAndWhoAsksDuringItGetsOneMore() {
    onTheMainActor(seeds: 0..<30) { simulation in
      let queue = HeldQueue(simulation)
      let drain = SwipeDrain(of: queue, pause: WakeablePause(on: simulation.clock))
      for _ in 1...3 { drain.run() }
      try await simulation.untilQuiet()
      let first = (queue.drains.count, queue.gate.waiting)
      for _ in 1...3 { drain.run() }
      try await simulation.untilQuiet()
      let second = (queue.drains.count, queue.gate.waiting)
      queue.gate.open()
      try await simulation.untilQuiet()
      let third = queue.drains.count
      drain.run()
      try await simulation.untilQuiet()
      return [first.0, first.1, second.0, second.1, third, queue.drains.count]
    } check: { (counts: [Int], place) in
      XCTAssertEqual(counts, [1, 1, 1, 1, 2, 3], place)
    }
  }
}

/// A queue with nothing in it, whose drains wait at a gate.
private final class HeldQueue: SwipeQueueing {
  let gate: Gate
  let drains = Notebook<Void>()

  init(_ simulation: Simulation) {
    gate = simulation.gate("drain")
  }

  func drain() async {
    drains.add(())
    try? await gate.pass()
  }

  func add(_ operation: SwipeOperation) async throws {}

  func pending() async throws -> [SwipeOperation] { [] }

  func last() async throws -> SwipeOperation? { nil }

  func listen(_ listener: @escaping @Sendable (SwipeAnswer) async throws -> Void) async {}
}
