import Simulation
import XCTest

final class ClockTests: XCTestCase {
  func testAnHourCostsNoTimeAndPassesExactly() throws {
    let simulation = Simulation()
    let run = simulation.run {
      try await simulation.clock.sleep(for: .seconds(3600) + .nanoseconds(1))
      return simulation.clock.now
    }
    XCTAssertEqual(try run.get().offset, .seconds(3600) + .nanoseconds(1))
    XCTAssertEqual(run.elapsed, .seconds(3600) + .nanoseconds(1))
    XCTAssertEqual(simulation.clock.now.offset, run.elapsed)
  }

  func testSleepersWakeByDeadlineThenByOrder() throws {
    let simulation = Simulation()
    let run = simulation.run {
      await withTaskGroup(of: Void.self) { group in
        for (name, delay) in [("c", 20), ("a", 10), ("d", 20), ("b", 10)] {
          group.addTask {
            try? await simulation.clock.sleep(for: .milliseconds(delay))
            simulation.record(name)
          }
        }
      }
    }
    try run.get()
    XCTAssertEqual(run.timeline.events.map(\.what), ["a", "b", "c", "d"])
  }

  func testCancellationEndsASleepAtThatInstant() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let sleeper = Task { try await simulation.clock.sleep(for: .seconds(3600)) }
      try await simulation.clock.sleep(for: .milliseconds(5))
      sleeper.cancel()
      let result = await sleeper.result
      return (simulation.clock.now.offset, result)
    }
    let (instant, result) = try run.get()
    XCTAssertEqual(instant, .milliseconds(5))
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertTrue(run.leftovers.isEmpty, "\(run.leftovers)")
  }

  func testACancelledTaskDoesNotBeginToSleep() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let sleeper = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await simulation.clock.sleep(for: .seconds(1))
      }
      return await sleeper.result
    }
    XCTAssertThrowsError(try run.get().get()) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertEqual(run.elapsed, .zero)
  }

  func testASleepOfNoLengthLetsOthersRun() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let other = Task { simulation.record("other") }
      try await simulation.clock.sleep(for: .zero)
      simulation.record("sleeper")
      await other.value
    }
    try run.get()
    XCTAssertEqual(run.timeline.events.map(\.what), ["other", "sleeper"])
    XCTAssertEqual(run.remarks, [])
  }

  func testANegativeDelayReturnsAtOnceAndIsNoted() throws {
    let simulation = Simulation()
    let run = simulation.run {
      try await simulation.clock.sleep(for: .seconds(3))
      try await simulation.clock.sleep(for: .seconds(-1))
    }
    try run.get()
    XCTAssertEqual(run.elapsed, .seconds(3))
    XCTAssertEqual(
      run.remarks,
      [
        """
        A sleep asked to wake at 2000 ms, which was already over at 3000 ms. It returned at \
        once. Check the sides of the subtraction.
        """
      ])
  }

  func testASleepOutsideARunIsAnErrorThatSaysSo() async {
    let simulation = Simulation()
    do {
      try await simulation.clock.sleep(for: .seconds(1))
      XCTFail("slept outside a run")
    } catch {
      XCTAssertEqual(error as? SimulationError, .notRunning)
    }
  }

  func testTheEndOfTimeIsReachedWithoutOverflow() throws {
    let simulation = Simulation()
    let run = simulation.run {
      for _ in 0..<3 { try await simulation.clock.sleep(for: .seconds(Int64.max)) }
      try await simulation.clock.sleep(until: .init(Duration(attoseconds: .max)))
      try await simulation.clock.sleep(for: .seconds(1))
      return simulation.clock.now.description
    }
    XCTAssertFalse(try run.get().isEmpty)
  }

  func testTenThousandCancelledSleepsLeaveNothing() throws {
    let simulation = Simulation()
    let run = simulation.run {
      for _ in 0..<10_000 {
        let sleeper = Task { try await simulation.clock.sleep(for: .seconds(3600)) }
        await Task.yield()
        sleeper.cancel()
        _ = await sleeper.result
      }
    }
    try run.get()
    XCTAssertEqual(run.elapsed, .zero)
    XCTAssertTrue(run.leftovers.isEmpty)
  }

  func testDurationsReadAsMilliseconds() {
    let texts: [(Duration, String)] = [
      (.zero, "0 ms"), (.milliseconds(120), "120 ms"), (.seconds(3600), "3600000 ms"),
      (.nanoseconds(8_333_333), "8.333333 ms"), (.microseconds(1_500), "1.5 ms"),
      (.nanoseconds(1), "0.000001 ms"), (.milliseconds(-2), "-2 ms"),
      (.seconds(Int64.max), "9223372036854775807000 ms"), (.nanoseconds(-1), "-0.000001 ms"),
      (Duration(attoseconds: -1), "0 ms"), (Duration(attoseconds: 1_999_999_999), "0.000001 ms"),
    ]
    for (duration, text) in texts {
      XCTAssertEqual(SimulatedClock.Instant(duration).description, text)
    }
  }
}
