import Simulation
import XCTest

/// A test whose program runs on the main actor, in order and shuffled, with either sort of hop.
class CellsTestCase: XCTestCase {
  /// Runs a program under each schedule, and fails where one leaves something behind.
  ///
  /// - Parameters:
  ///   - seeds: The shuffled schedules, besides the one in order.
  ///   - program: What is run, each time in a simulation of its own.
  ///   - check: Looks at what the program returned; the string says under which schedule.
  func onTheMainActor<Value: Sendable>(
    seeds: Range<UInt64> = 0..<100,
    _ program: @escaping @MainActor @Sendable (Simulation) async throws -> Value,
    check: (Value, String) -> Void = { _, _ in }
  ) {
    let schedules = [Schedule.inOrder] + seeds.map(Schedule.shuffled)
    for hops in ActorHops.allCases {
      for schedule in schedules {
        let simulation = Simulation(schedule: schedule, hops: hops)
        let run = simulation.run { @MainActor in try await program(simulation) }
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
