import Simulation
import XCTest

/// A test whose program runs in order and shuffled, each time in a simulation of its own.
class ScheduledTestCase: XCTestCase {
  /// Runs a program under each schedule, and fails where one leaves something behind.
  ///
  /// - Parameters:
  ///   - seeds: The shuffled schedules, besides the one in order.
  ///   - hops: Whether hops to free actors are scheduling points; by default either way.
  ///   - program: What is run, each time in a simulation of its own.
  ///   - check: Looks at what the program returned; the string says under which schedule.
  func underEverySchedule<Value: Sendable>(
    seeds: Range<UInt64> = 0..<100, hops: [ActorHops] = ActorHops.allCases,
    _ program: @escaping @Sendable (Simulation) async throws -> Value,
    check: (Value, String) -> Void = { _, _ in }
  ) {
    let schedules = [Schedule.inOrder] + seeds.map(Schedule.shuffled)
    for hops in hops {
      for schedule in schedules {
        let simulation = Simulation(schedule: schedule, hops: hops)
        let run = simulation.run { try await program(simulation) }
        let place = "\(schedule), hops \(hops)"
        do {
          check(try run.get(), place)
        } catch {
          XCTFail("\(place): \(error)\n\(run.timeline)")
        }
        XCTAssertTrue(run.leftovers.isEmpty, "\(place): \(run.leftovers)")
        XCTAssertEqual(run.remarks, [], place)
      }
    }
  }
}
