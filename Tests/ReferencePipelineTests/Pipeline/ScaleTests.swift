import ReferencePipeline
import SimulatedPhone
import Simulation
import Vocabulary
import XCTest

/// What a fling costs grows with its rows and with nothing else.
final class ScaleTests: PipelineTestCase {
  /// The jobs that a fling at 500 rows a second took.
  private func steps(_ count: Int) throws -> Int {
    let simulation = Simulation()
    let run = simulation.run { @MainActor in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let scroll = Scroll(pipeline, world.rows(count + 20), in: world)
      try await scroll.feed.fling(rows: count, over: .seconds(1) * count / 500)
      scroll.end()
      try await world.settle()
      await pipeline.endSession()
    }
    try run.get()
    return run.steps
  }

  func testTenTimesTheRowsAreTenTimesTheJobs() throws {
    let (few, many) = (try steps(500), try steps(5_000))
    XCTAssertLessThan(Double(many), 11 * Double(few))
  }
}
