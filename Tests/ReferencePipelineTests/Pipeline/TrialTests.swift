import BehindARemoteFlagSolution
import FourThousandPixelOriginalsSolution
import ReferencePipeline
import Simulation
import Vocabulary
import XCTest

/// Another decode size, behind a flag.
final class TrialTests: PipelineTestCase {
  func testTheSessionKeepsItsReadingAndTheKillSwitchEndsIt() {
    underSchedules(seeds: 0..<3) { simulation in
      let world = PhoneWorld(simulation)
      var flag = RemoteFlag(name: "sharper rows", shares: ["4GB": RemoteFlag.buckets])
      var configuration = world.configuration
      configuration.trial = SizeTrial(
        kind: .feedThumbnail, buckets: SizeBuckets(step: 500), flag: flag, id: "somebody")
      let pipeline = world.pipeline(configuration)
      let treated = try await pipeline.image(for: world.thumbnail(1)).size.width
      // Nobody is in any more, but this session goes on as it began.
      flag.shares = [:]
      pipeline.update(flag)
      let later = try await pipeline.image(for: world.thumbnail(2)).size.width
      flag.isKilled = true
      pipeline.update(flag)
      let killed = try await pipeline.image(for: world.thumbnail(1)).size.width
      try await world.settle()
      return [treated, later, killed]
    } check: { widths, place in
      XCTAssertEqual(widths, [500, 500, 360], place)
    }
  }
}
