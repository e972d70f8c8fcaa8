import NameTheNumbersSolution
import ReferencePipeline
import SimulatedPhone
import Simulation
import Vocabulary
import XCTest

final class ScriptedHourTests: PipelineTestCase {
  /// A server that sends originals, and is down for two minutes of the hour.
  private static func world(_ simulation: Simulation) -> PhoneWorld {
    let world = PhoneWorld(simulation, device: .phone2GB, resizes: false)
    world.server.add(.init(.seconds(1_500)..<(.seconds(1_620))))
    return world
  }

  func testTheSmallestPhoneSurvivesTheHour() {
    underSchedules(seeds: 0..<2, hops: [.inline]) { @MainActor simulation in
      let world = Self.world(simulation)
      let pipeline = world.pipeline()
      let report = try await ScriptedHour.run(pipeline, in: world)
      pipeline.respond(to: .deepBackground)
      let metrics = await pipeline.endSession()
      try await world.settle()
      return (report, metrics, world.device.liveBytes, world.transport.log.running)
    } check: { result, place in
      let (report, metrics, liveBytes, running) = result
      XCTAssertEqual(report.terminations, [], place)
      XCTAssertEqual(report.violations, [], place)
      XCTAssertGreaterThanOrEqual(report.length, .seconds(3_600), place)
      XCTAssertLessThanOrEqual(report.restsWithoutPicture, 3, "the outage alone: \(place)")
      XCTAssertEqual(liveBytes, 0, place)
      XCTAssertEqual(running, 0, place)
      XCTAssertEqual(metrics.contradictions, 0, place)
      XCTAssertEqual(
        metrics.requested,
        metrics.memoryHits + metrics.loaded + metrics.failed + metrics.cancelled, place)
    }
  }

  func testTheNaivePipelineIsTerminated() {
    underSchedules(seeds: 0..<1, hops: [.inline]) {
      @MainActor (simulation: Simulation) async throws -> ScriptedHour.Report in
      let world = Self.world(simulation)
      let pipeline = NaivePipeline(transport: world.transport, decoder: world.decoder)
      return try await ScriptedHour.run(pipeline, in: world, pieces: 5)
    } check: { (report: ScriptedHour.Report, place: String) in
      XCTAssertEqual(report.terminations.first?.reason, .limit, place)
    }
  }
}
