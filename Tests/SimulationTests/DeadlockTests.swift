import XCTest

@testable import Simulation

final class DeadlockTests: XCTestCase {
  func testALostContinuationIsAReportAndNoHang() throws {
    for driver in DriverName.available {
      let simulation = Simulation(driver: driver)
      let run = simulation.run {
        simulation.start("cell 1") { await Self.neverResumed() }
        try await simulation.clock.sleep(for: .milliseconds(3))
        await Self.neverResumed()
      }
      guard case .deadlock(let deadlock) = run.failure else { return XCTFail("\(run.outcome)") }
      XCTAssertEqual(deadlock.instant, .init(.milliseconds(3)))
      XCTAssertEqual(deadlock.silent, ["test", "cell 1"])
      XCTAssertEqual(deadlock.waits, [])
    }
  }

  func testTheReportSaysWhoWaitsForWhat() throws {
    let simulation = Simulation()
    let gate = simulation.gate("decoder")
    let run = simulation.run {
      let first = simulation.start("cell 1") { try await gate.pass() }
      try await simulation.clock.sleep(for: .milliseconds(3))
      simulation.start("cell 2") { try await Task { try await gate.pass() }.value }
      simulation.start("cell 3") { await Self.neverResumed() }
      try await first.value
    }
    // What other threads of the process do is no part of this test.
    let lines = (run.failure?.description ?? "").split(separator: "\n").prefix(6)
    XCTAssertEqual(
      lines.joined(separator: "\n"),
      """
      Deadlock at 3 ms: nothing is left to run, and the body has not ended.
        cell 1 waits at gate "decoder" since 0 ms
        cell 2 waits at gate "decoder" since 3 ms
        test waits for something that the simulation does not know
        cell 3 waits for something that the simulation does not know
        Likely: a continuation that nobody resumes, a task or stream that never ends, or an \
      actor that waits for itself.
      """)
  }

  func testTwoLanesOfOneNameAreTwo() throws {
    let simulation = Simulation()
    let gate = simulation.gate("decoder")
    let run = simulation.run {
      simulation.start("cell") { try await gate.pass() }
      simulation.start("cell") { await Self.neverResumed() }
      try await gate.pass()
    }
    guard case .deadlock(let deadlock) = run.failure else { return XCTFail("\(run.outcome)") }
    XCTAssertEqual(Set(deadlock.waits.map(\.lane)), ["cell", "test"])
    XCTAssertEqual(deadlock.silent, ["cell"])
  }

  func testTwoTasksThatAwaitEachOtherAreFound() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let other = Shared<Task<Void, Never>?>(nil)
      let first = Task {
        await Task.yield()
        await other.value?.value
      }
      let second = Task { await first.value }
      other.set(second)
      await first.value
    }
    guard case .deadlock = run.failure else { return XCTFail("\(run.outcome)") }
  }

  func testAWaiterWhoGivesUpIsNoDeadlock() throws {
    let simulation = Simulation()
    let gate = simulation.gate("never")
    let run = simulation.run {
      let waiter = Task { try await gate.pass() }
      try await simulation.clock.sleep(for: .seconds(30))
      waiter.cancel()
      _ = await waiter.result
    }
    try run.get()
  }

  func testALoopThatYieldsForEverIsALivelock() throws {
    for driver in DriverName.available {
      let simulation = Simulation(driver: driver, maximumStepsPerInstant: 10_000)
      let run = simulation.run {
        try await simulation.clock.sleep(for: .milliseconds(1))
        let isLoaded = Shared(false)
        let flag = Task {
          try await simulation.clock.sleep(for: .milliseconds(1))
          isLoaded.set(true)
        }
        while !isLoaded.value, !Task.isCancelled { await Task.yield() }
        try await flag.value
      }
      XCTAssertEqual(
        run.failure, .livelock(Livelock(instant: .init(.milliseconds(1)), steps: 10_000)))
      XCTAssertEqual(
        run.failure?.description,
        """
        Livelock at 1 ms: 10000 jobs ran and time did not move on.
          Likely: a loop that yields until a flag changes. Await the thing itself instead.
        """)
    }
  }

  /// Time moves on, so this is no livelock; the limit of virtual time ends it.
  func testALoopThatSleepsAndLooksForEverIsAnOverrun() throws {
    let simulation = Simulation(maximumElapsed: .seconds(60))
    let run = simulation.run {
      while !Task.isCancelled { try await simulation.clock.sleep(for: .milliseconds(10)) }
    }
    XCTAssertEqual(run.failure, .overrun(.init(.seconds(60))))
    XCTAssertEqual(run.elapsed, .seconds(60))
  }

  func testAnErrorOfAnotherSimulationIsNoFailureOfThisOne() throws {
    let gate = Simulation().gate("of another simulation")
    let run = Simulation().run { try await gate.pass() }
    XCTAssertNil(run.failure)
    XCTAssertThrowsError(try run.get()) { XCTAssertEqual($0 as? SimulationError, .notRunning) }
  }

  private static func neverResumed() async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }
}
