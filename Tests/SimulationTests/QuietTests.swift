import Simulation
import XCTest

final class QuietTests: XCTestCase {
  func testQuietComesAfterAllThatCanRunAndBeforeAnyTimer() throws {
    for seed in UInt64(0)..<50 {
      let simulation = Simulation(schedule: .shuffled(seed))
      let run = simulation.run {
        let timer = Task {
          try await simulation.clock.sleep(for: .nanoseconds(1))
          simulation.record("timer")
        }
        let busy = Task {
          for _ in 0..<20 { await Task.yield() }
          simulation.record("busy")
        }
        try await simulation.untilQuiet()
        simulation.record("quiet")
        await busy.value
        try await timer.value
      }
      try run.get()
      XCTAssertEqual(run.timeline.events.map(\.what), ["busy", "quiet", "timer"], "seed \(seed)")
    }
  }

  func testThoseWhoWaitForQuietTakeTurns() throws {
    let simulation = Simulation(schedule: .shuffled(3))
    let run = simulation.run {
      let first = Task {
        try await simulation.untilQuiet()
        for _ in 0..<5 { await Task.yield() }
        simulation.record("first")
      }
      await Task.yield()
      let second = Task {
        try await simulation.untilQuiet()
        try await simulation.untilQuiet()
        simulation.record("second")
      }
      try await first.value
      try await second.value
    }
    try run.get()
    XCTAssertEqual(run.timeline.events.map(\.what), ["first", "second"])
  }
}
