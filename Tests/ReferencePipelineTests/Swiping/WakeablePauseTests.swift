import Simulation
import XCTest

@testable import ReferencePipeline

final class WakeablePauseTests: ScheduledTestCase {
  func testItLastsAsLongAsItWasAskedTo() {
    underEverySchedule(seeds: 0..<10) { simulation -> Duration in
      let pause = WakeablePause(on: simulation.clock)
      try await pause.sleep(for: .seconds(3))
      try await pause.sleep(for: .seconds(-3))
      return simulation.clock.now.offset
    } check: { elapsed, place in
      XCTAssertEqual(elapsed, .seconds(3), place)
    }
  }

  func testAWakeEndsAllOfThemAndNoLaterOne() {
    underEverySchedule { simulation in
      let pause = WakeablePause(on: simulation.clock)
      async let first: Void = pause.sleep(for: .seconds(100))
      async let second: Void = pause.sleep(for: .seconds(200))
      try await simulation.clock.sleep(for: .seconds(1))
      pause.wake()
      try await first
      try await second
      let woken = simulation.clock.now.offset
      try await pause.sleep(for: .seconds(5))
      return (woken, simulation.clock.now.offset)
    } check: { result, place in
      XCTAssertEqual(result.0, .seconds(1), place)
      XCTAssertEqual(result.1, .seconds(6), place)
    }
  }

  func testAWakeDuringAnAttemptSavesThePauseAfterIt() {
    underEverySchedule(seeds: 0..<10) { simulation -> [Duration] in
      let pause = WakeablePause(on: simulation.clock)
      pause.wake()
      pause.begin()
      try await pause.sleep(for: .seconds(1))
      let first = simulation.clock.now.offset
      pause.wake()
      try await pause.sleep(for: .seconds(1))
      let second = simulation.clock.now.offset
      try await pause.sleep(for: .seconds(1))
      return [first, second, simulation.clock.now.offset]
    } check: { instants, place in
      XCTAssertEqual(instants, [.seconds(1), .seconds(1), .seconds(2)], place)
    }
  }

  func testOnceStoppedThereIsNoOther() {
    underEverySchedule { simulation in
      let pause = WakeablePause(on: simulation.clock)
      let sleeper = Task { try await pause.sleep(for: .seconds(100)) }
      try await simulation.untilQuiet()
      pause.stop()
      let first = await sleeper.result
      let later = Task { try await pause.sleep(for: .seconds(100)) }
      return (first.isCancellation, await later.result.isCancellation, simulation.clock.now.offset)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertTrue(result.1, place)
      XCTAssertEqual(result.2, .zero, place)
    }
  }

  func testACancelledCallerIsGoneAtOnce() {
    underEverySchedule { simulation in
      let pause = WakeablePause(on: simulation.clock)
      let sleeper = Task { try await pause.sleep(for: .seconds(100)) }
      try await simulation.untilQuiet()
      sleeper.cancel()
      return (await sleeper.result.isCancellation, simulation.clock.now.offset)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1, .zero, place)
    }
  }
}
