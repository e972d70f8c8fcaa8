import XCTest

@testable import Simulation

final class LeftoversTests: XCTestCase {
  func testATaskThatOnlyHasToFinishIsNoLeftover() throws {
    let simulation = Simulation()
    let run = simulation.run {
      _ = Task {
        for _ in 0..<10 { await Task.yield() }
        simulation.record("finished")
      }
    }
    try run.get()
    XCTAssertEqual(run.timeline.events.map(\.what), ["finished"])
    XCTAssertTrue(run.leftovers.isEmpty, "\(run.leftovers)")
  }

  func testWhatIsLeftIsListedAndToldToStop() throws {
    let simulation = Simulation()
    let gate = simulation.gate("never")
    let ended = Shared<Set<String>>([])
    let run = simulation.run {
      simulation.start("sleeper") {
        defer { ended.update { $0.insert("sleeper") } }
        try await simulation.clock.sleep(for: .seconds(5))
      }
      simulation.start("waiter") {
        defer { ended.update { $0.insert("waiter") } }
        try await gate.pass()
      }
      Task.detached {
        defer { ended.update { $0.insert("detached") } }
        try await simulation.clock.sleep(for: .seconds(4))
      }
      try await simulation.untilQuiet()
    }
    try run.get()
    XCTAssertEqual(
      run.leftovers.description,
      """
      waiter waits at gate "never" since 0 ms
      a task waits for the clock to reach 4000 ms since 0 ms
      sleeper waits for the clock to reach 5000 ms since 0 ms
      sleeper has not ended
      waiter has not ended
      """)
    XCTAssertEqual(ended.value, ["sleeper", "waiter", "detached"])
    XCTAssertEqual(run.elapsed, .zero)
  }

  func testWhatHappensAfterTheEndIsNotOnTheTimeline() throws {
    let simulation = Simulation()
    let run = simulation.run {
      simulation.start("sleeper") {
        defer { simulation.record("ends") }
        try await simulation.clock.sleep(for: .seconds(5))
      }
      Task {
        try await Task.sleep(for: .seconds(10))
        simulation.record("timeout fired")
      }
      try await simulation.untilQuiet()
      simulation.record("quiet")
    }
    try run.get()
    XCTAssertEqual(run.timeline.events.map(\.what), ["quiet"])
  }

  func testATaskThatRunsForEverIsDroppedAndNeverRunsAgain() throws {
    let turns = Shared(0)
    let run = Simulation().run {
      _ = Task.detached {
        while true {
          turns.update { $0 += 1 }
          await Task.yield()
        }
      }
    }
    try run.get()
    XCTAssertEqual(run.leftovers, Leftovers(jobs: 1))
    let before = turns.value
    try Simulation().run { for _ in 0..<100 { await Task.yield() } }.get()
    XCTAssertEqual(turns.value, before)
  }

  /// Swallows every cancellation and asks the clock again.
  func testASleeperThatNeverGivesUpEndsTheRunAllTheSame() throws {
    let simulation = Simulation()
    let run = simulation.run {
      Task.detached { while true { try? await simulation.clock.sleep(for: .seconds(1)) } }
      try await simulation.untilQuiet()
    }
    try run.get()
    XCTAssertEqual(run.leftovers.waits.count, 1)
  }

  func testAFailedRunIsDissolvedAsWell() throws {
    let simulation = Simulation()
    let gate = simulation.gate("never")
    let wasCancelled = Shared(false)
    let run = simulation.run {
      do {
        try await gate.pass()
      } catch {
        wasCancelled.set(error is CancellationError)
      }
    }
    guard case .deadlock = run.failure else { return XCTFail("\(run.outcome)") }
    XCTAssertTrue(wasCancelled.value)
  }

  func testObjectsAreReleasedAtTheEnd() throws {
    final class Picture: Sendable {}
    weak var picture: Picture?
    do {
      let simulation = Simulation()
      let gate = simulation.gate("never")
      let held = Picture()
      picture = held
      let run = simulation.run {
        simulation.start("waiter") {
          defer { withExtendedLifetime(held) {} }
          try await gate.pass()
        }
        try await simulation.untilQuiet()
      }
      try run.get()
    }
    XCTAssertNil(picture)
  }
}
