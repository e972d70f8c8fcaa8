import ReferencePipeline
import SimulatedPhone
import Simulation
import Vocabulary
import XCTest

/// Copies that came in one second do not expire in one second on all phones.
final class ExpiryTests: PipelineTestCase {
  /// After how many seconds a client asks again about an avatar; it may be started anew between.
  private static func expiry(
    _ client: String, _ simulation: Simulation, relaunchAt relaunch: Int? = nil
  ) async throws -> Int64? {
    let world = PhoneWorld(simulation, latency: .zero)
    var configuration = world.configuration
    configuration.client = client
    var pipeline = world.pipeline(configuration)
    let start = simulation.clock.now
    _ = try await pipeline.image(for: world.avatar(3))
    for second in 1..<400 {
      try await simulation.clock.sleep(
        until: start.advanced(by: .seconds(second)))
      if second == relaunch {
        await pipeline.endSession()
        pipeline = world.pipeline(configuration, on: world.disk.relaunched(.everything))
      }
      _ = try await pipeline.image(for: world.avatar(3))
      guard world.transport.log.records.count == 1 else { break }
    }
    try await world.settle()
    return world.transport.log.records.dropFirst().first.map {
      start.duration(to: $0.start).components.seconds
    }
  }

  func testItDiffersByClientAndOutlastsARelaunch() {
    underSchedules(seeds: 0..<2) { simulation in
      let clients = ["anna", "ben", "cleo", "dora", "emil"]
      var (once, again): ([Int64?], [Int64?]) = ([], [])
      for client in clients {
        once.append(try await Self.expiry(client, simulation))
        again.append(try await Self.expiry(client, simulation, relaunchAt: 200))
      }
      return (once, again)
    } check: { report, place in
      XCTAssertEqual(report.0, report.1, place)
      XCTAssertEqual(Set(report.0).count, 5, place)
      for time in report.0 {
        XCTAssertTrue((255...345).contains(time ?? 0), place)
      }
    }
  }
}
