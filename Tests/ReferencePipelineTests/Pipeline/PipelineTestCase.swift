import SimulatedPhone
import Simulation
import XCTest

/// A test whose program runs in order and shuffled, each time in a world of its own.
class PipelineTestCase: XCTestCase {
  func underSchedules<Value: Sendable>(
    seeds: Range<UInt64> = 0..<20, hops: [ActorHops] = ActorHops.allCases,
    _ program: @escaping @Sendable (Simulation) async throws -> Value,
    check: (Value, String) -> Void = { _, _ in }
  ) {
    for hops in hops {
      for schedule in [Schedule.inOrder] + seeds.map(Schedule.shuffled) {
        let simulation = Simulation(schedule: schedule, hops: hops)
        let run = simulation.run { try await program(simulation) }
        let place = "\(schedule), hops \(hops)"
        do {
          check(try run.get(), place)
        } catch {
          XCTFail("\(place): \(error)")
        }
        XCTAssertTrue(run.leftovers.isEmpty, "\(place): \(run.leftovers)")
      }
    }
  }
}
