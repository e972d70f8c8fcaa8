import XCTest

@testable import Simulation

/// `Task.sleep` and the real clocks, under the driver that can make them virtual.
final class RawSleepInRunTests: XCTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(DriverReport.probe().controls(.sleeps), "This driver cannot see Task.sleep.")
  }

  func testRawSleepsPassInVirtualTimeAndAreCounted() throws {
    let simulation = Simulation()
    let run = simulation.run {
      try await Task.sleep(for: .seconds(3600))
      try await Task.sleep(nanoseconds: 1_000_000_000)
      try await ContinuousClock().sleep(for: .seconds(1))
      try await SuspendingClock().sleep(for: .seconds(1))
      await MainActor.run {}
      try await Task { @MainActor in try await Task.sleep(for: .seconds(1)) }.value
    }
    try run.get()
    XCTAssertEqual(run.elapsed, .seconds(3604))
    XCTAssertEqual(run.foreignWork.rawSleeps, 5)
  }

  /// The runtime leaves the timer of a cancelled sleep behind; it must not carry time along.
  func testACancelledRawSleepCostsNoTimeAndIsNoLeftover() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let sleeper = Task { try await Task.sleep(for: .seconds(3600)) }
      try await simulation.clock.sleep(for: .milliseconds(1))
      sleeper.cancel()
      _ = await sleeper.result
      simulation.record("cancelled")
    }
    try run.get()
    XCTAssertEqual(run.elapsed, .milliseconds(1))
    XCTAssertTrue(run.leftovers.isEmpty, "\(run.leftovers)")
  }

  func testDeadTimersDoNotMoveTheInstantOfADeadlock() throws {
    let simulation = Simulation()
    let gate = simulation.gate("never")
    let run = simulation.run {
      let sleeper = Task { try await Task.sleep(for: .seconds(3600)) }
      try await simulation.clock.sleep(for: .milliseconds(1))
      sleeper.cancel()
      try await gate.pass()
    }
    guard case .deadlock(let deadlock) = run.failure else { return XCTFail("\(run.outcome)") }
    XCTAssertEqual(deadlock.instant, .init(.milliseconds(1)))
  }

  /// A step that computes for long before it sleeps is not taken for an interrupted one.
  func testASleepAfterLongWorkKeepsItsLength() throws {
    let simulation = Simulation()
    let run = simulation.run {
      try await Task.sleep(for: .milliseconds(100))
      let start = ContinuousClock.now
      while start.duration(to: .now) < .milliseconds(5) {}
      try await Task.sleep(for: .milliseconds(700))
    }
    try run.get()
    XCTAssertEqual(run.elapsed, .milliseconds(800))
  }

  func testALiveRawSleepIsALeftover() throws {
    let simulation = Simulation()
    let run = simulation.run {
      Task { try await Task.sleep(for: .seconds(3600)) }
      try await simulation.untilQuiet()
    }
    try run.get()
    XCTAssertEqual(run.leftovers, Leftovers(rawSleeps: 1))
    XCTAssertEqual(run.elapsed, .zero)
  }
}
