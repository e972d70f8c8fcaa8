import Simulation
import XCTest

final class GateTests: XCTestCase {
  func testAClosedGateHoldsEveryoneUntilItOpens() throws {
    let simulation = Simulation()
    let gate = simulation.gate("decoder")
    let run = simulation.run {
      let tasks = (1...3).map { number in
        Task {
          try await gate.pass()
          simulation.record("\(number)")
        }
      }
      try await simulation.clock.sleep(for: .seconds(9))
      simulation.record("\(gate.waiting) wait")
      gate.open()
      for task in tasks { try await task.value }
      try await gate.pass()
    }
    try run.get()
    XCTAssertEqual(run.timeline.events.map(\.what), ["3 wait", "1", "2", "3"])
    XCTAssertEqual(gate.waiting, 0)
    XCTAssertTrue(gate.isOpen)
  }

  func testReleaseLetsTheLongestWaitingThroughAndSavesNothing() throws {
    let simulation = Simulation()
    let gate = simulation.gate("decoder")
    let run = simulation.run {
      let tasks = (1...4).map { number in
        Task {
          try await gate.pass()
          simulation.record("\(number)")
        }
      }
      try await gate.untilWaiting(4)
      let two = gate.release(2)
      try await simulation.untilQuiet()
      let rest = gate.release(10)
      for task in tasks { try await task.value }
      let none = gate.release()
      let late = Task { try await gate.pass() }
      try await gate.untilWaiting(1)
      late.cancel()
      _ = await late.result
      return [two, rest, none]
    }
    XCTAssertEqual(try run.get(), [2, 2, 0])
    XCTAssertEqual(run.timeline.events.map(\.what), ["1", "2", "3", "4"])
  }

  func testACancelledWaiterLeavesAndTheNextOneTakesItsPlace() throws {
    let simulation = Simulation()
    let gate = simulation.gate("decoder")
    let run = simulation.run {
      let first = Task { try await gate.pass() }
      try await gate.untilWaiting(1)
      let second = Task { try await gate.pass() }
      try await gate.untilWaiting(2)
      first.cancel()
      let result = await first.result
      let waiting = gate.waiting
      gate.release()
      try await second.value
      return (waiting, result)
    }
    let (waiting, result) = try run.get()
    XCTAssertEqual(waiting, 1)
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
  }

  func testACancelledTaskPassesNoGate() throws {
    let simulation = Simulation()
    let open = simulation.gate("open", isOpen: true)
    let run = simulation.run {
      await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await open.pass()
      }.result
    }
    XCTAssertThrowsError(try run.get().get()) { XCTAssertTrue($0 is CancellationError) }
  }

  func testAGateClosesAgain() throws {
    let simulation = Simulation()
    let gate = simulation.gate("decoder", isOpen: true)
    let run = simulation.run {
      try await gate.pass()
      gate.close()
      let late = Task { try await gate.pass() }
      try await gate.untilWaiting(1)
      gate.open()
      try await late.value
    }
    try run.get()
  }

  func testAWatcherCanBeCancelled() throws {
    let simulation = Simulation()
    let gate = simulation.gate("decoder")
    let run = simulation.run {
      let watcher = Task { try await gate.untilWaiting(5) }
      try await simulation.untilQuiet()
      watcher.cancel()
      return await watcher.result
    }
    XCTAssertThrowsError(try run.get().get()) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertTrue(run.leftovers.isEmpty)
  }

  func testAGateMayBeOpenedBeforeTheRun() throws {
    let simulation = Simulation()
    let gate = simulation.gate("decoder")
    gate.open()
    try simulation.run { try await gate.pass() }.get()
  }

  func testAGateIsNotPassedOutsideARun() async {
    let gate = Simulation().gate("decoder")
    do {
      try await gate.pass()
      XCTFail("passed outside a run")
    } catch {
      XCTAssertEqual(error as? SimulationError, .notRunning)
    }
  }

  func testManyWatchersCostLittleEach() throws {
    let simulation = Simulation()
    let gate = simulation.gate("decoder")
    let run = simulation.run {
      await withTaskGroup(of: Void.self) { group in
        for count in 1...20_000 { group.addTask { try? await gate.untilWaiting(count) } }
        try? await simulation.untilQuiet()
        group.cancelAll()
      }
    }
    try run.get()
  }
}
