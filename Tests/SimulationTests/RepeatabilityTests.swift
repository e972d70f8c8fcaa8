import Simulation
import XCTest

/// The same seed gives the same run, for each construct under each driver.
///
/// A thousand repeats by default. `FOLLOW_UPS_REPEATS` sets another number, for the run under
/// ThreadSanitizer, which looks for races and not for rare differences.
final class RepeatabilityTests: XCTestCase {
  private static let repeats =
    ProcessInfo.processInfo.environment["FOLLOW_UPS_REPEATS"].flatMap { Int($0) } ?? 1_000

  func testEveryDriverRepeatsWhatItControls() throws {
    for driver in DriverName.available { try checkRepeats(driver) }
  }

  func testAnotherSeedGivesAnotherRun() throws {
    for program in try Program.controlled() {
      let texts = try (0..<60).map { try timeline(of: program, seed: $0, nil) }
      XCTAssertGreaterThan(Set(texts).count, 1, "\(program.name): the schedule decides nothing")
    }
  }

  func testInOrderIsTheReplayOfNoChoices() throws {
    for program in try Program.controlled() {
      let runs = [Schedule.inOrder, .replay([])].map { schedule in
        let simulation = Simulation(schedule: schedule)
        return simulation.run { try await program.body(simulation) }
      }
      try runs.forEach { try $0.get() }
      XCTAssertEqual(runs[0].timeline, runs[1].timeline, program.name)
    }
  }

  func testRecordedChoicesReplayTheRun() throws {
    for program in try Program.controlled() {
      for seed in UInt64(0)..<20 {
        let recorded = Simulation(schedule: .shuffled(seed), recordsChoices: true)
        let first = recorded.run { try await program.body(recorded) }
        let replayed = Simulation(schedule: .replay(try XCTUnwrap(first.choices)))
        let second = replayed.run { try await program.body(replayed) }
        try first.get()
        try second.get()
        XCTAssertEqual(first.timeline, second.timeline, "\(program.name), seed \(seed)")
        XCTAssertEqual(second.remarks, [], program.name)
      }
    }
  }

  private func checkRepeats(_ driver: DriverName) throws {
    for program in try Program.controlled(by: driver) {
      for hops in ActorHops.allCases {
        let expected = try timeline(of: program, seed: 41, driver, hops)
        XCTAssertFalse(expected.isEmpty, program.name)
        let differing = try (0..<Self.repeats).filter { _ in
          try timeline(of: program, seed: 41, driver, hops) != expected
        }
        XCTAssertEqual(differing.count, 0, "\(program.name), \(driver), hops \(hops)")
      }
    }
  }

  private func timeline(
    of program: Program, seed: UInt64, _ driver: DriverName?, _ hops: ActorHops = .inline
  ) throws -> String {
    let simulation = Simulation(schedule: .shuffled(seed), hops: hops, driver: driver)
    let run = simulation.run { try await program.body(simulation) }
    try run.get()
    XCTAssertTrue(run.leftovers.isEmpty, "\(program.name): \(run.leftovers)")
    XCTAssertTrue(run.foreignWork.isNone, "\(program.name): \(run.foreignWork)")
    return run.timeline.text()
  }
}
