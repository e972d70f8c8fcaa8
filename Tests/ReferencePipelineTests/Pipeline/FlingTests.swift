import NameTheNumbersSolution
import PrefetchIsABetSolution
import ReferencePipeline
import SimulatedPhone
import Simulation
import Vocabulary
import XCTest

/// A fling through 500 rows, on the whole pipeline.
final class PipelineFlingTests: PipelineTestCase {
  struct Report {
    var isComplete = false
    var violations: [DrawViolation] = []
    var droppedFrames = 0
    var log: [TransferRecord] = []
    var running = 0
    var started = 0
    var liveBytes = 0
    var decodes = DecodeCounts()
    var metrics = LoadMetrics()
    var bets = PrefetchCounts()
    var heldOfCancelled = 0
    var totalBytes = 0
  }

  @MainActor
  private static func fling(_ simulation: Simulation) async throws -> Report {
    let world = PhoneWorld(simulation)
    var report = Report()
    do {
      let pipeline = world.pipeline()
      let rows = world.rows(500)
      let scroll = Scroll(pipeline, rows, in: world)
      try await scroll.feed.fling(rows: 490, over: .seconds(1))
      report.isComplete = try await scroll.feed.untilShown(within: .seconds(2))
      report.violations = scroll.feed.violations
      report.droppedFrames = scroll.feed.droppedFrames
      report.bets = scroll.screen.prefetchCounts
      scroll.end()
      try await world.settle()
      let log = world.transport.log
      (report.log, report.running, report.totalBytes) = (log.records, log.running, log.totalBytes)
      let stopped = log.records.filter { $0.outcome == .stopped }.map(\.request.url)
      for row in rows {
        guard let key = row.key else { continue }
        let request = ImageRequest(.feedThumbnail, key)
        let isStopped = stopped.contains { $0.path() == key.url.path() }
        if isStopped, log.starts(of: world.server.url(of: row.photo.id, maxPixelSize: 360)) == 1,
          pipeline.cachedImage(for: request) != nil
        {
          report.heldOfCancelled += 1
        }
      }
      report.metrics = pipeline.metrics
      pipeline.respond(to: .deepBackground)
      await pipeline.endSession()
    }
    try await world.settle()
    report.liveBytes = world.device.liveBytes
    report.decodes = world.decoder.counts
    return report
  }

  func testTheRowsAtRestHaveTheirPicturesAndNothingIsLeft() {
    underSchedules(seeds: 0..<25) { simulation in
      try await Self.fling(simulation)
    } check: { report, place in
      XCTAssertTrue(report.isComplete, place)
      XCTAssertEqual(report.violations, [], place)
      XCTAssertEqual(report.droppedFrames, 0, place)
      XCTAssertEqual(report.running, 0, place)
      XCTAssertEqual(report.liveBytes, 0, place)
      XCTAssertEqual(report.decodes.onMainActor, 0, place)
      XCTAssertEqual(report.decodes.running, 0, place)
      XCTAssertEqual(report.heldOfCancelled, 0, place)
      XCTAssertLessThan(report.log.count, 150, place)
    }
  }

  func testTheFiguresAgreeWithTheWorld() {
    underSchedules(seeds: 0..<10) { simulation in
      try await Self.fling(simulation)
    } check: { report, place in
      let metrics = report.metrics
      XCTAssertEqual(metrics.contradictions, 0, place)
      XCTAssertEqual(metrics.runningLoads, 0, place)
      XCTAssertEqual(
        metrics.requested,
        metrics.memoryHits + metrics.loaded + metrics.failed + metrics.cancelled, place)
      let finished = report.log.filter { $0.outcome == .finished }.reduce(0) { $0 + $1.bytes }
      XCTAssertGreaterThanOrEqual(metrics.downloadedBytes, finished, place)
      XCTAssertLessThanOrEqual(metrics.downloadedBytes, report.totalBytes, place)
      XCTAssertEqual(metrics.decodeTime.count, report.decodes.finished, place)
      XCTAssertEqual(metrics.decodesOnMainActor, 0, place)
      XCTAssertGreaterThan(metrics.highWaterBytes, 0, place)
      XCTAssertEqual(report.bets.running, 0, place)
    }
  }

  func testAWarningInMidFlingCostsTheVisibleRowsNothing() {
    underSchedules(seeds: 0..<15) { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let scroll = Scroll(pipeline, world.rows(500), in: world)
      try await scroll.feed.fling(rows: 100, over: .seconds(1))
      let isComplete = try await scroll.feed.untilShown(within: .seconds(2))
      let before = world.transport.log.records.count
      let visible = scroll.feed.visibleRows
      pipeline.respond(to: .warning)
      let held = pipeline.metrics.highWaterBytes
      // The rows on screen are bound again, as after a reload of the list.
      let requests = visible.compactMap { row in
        scroll.feed.rows[row].key.map { ImageRequest(.feedThumbnail, $0) }
      }
      let found = requests.filter { pipeline.cachedImage(for: $0) != nil }.count
      try await scroll.feed.rest(for: .milliseconds(500))
      let after = world.transport.log.records.count
      scroll.end()
      try await world.settle()
      return (isComplete, requests.count - found, after - before, held)
    } check: { report, place in
      XCTAssertTrue(report.0, place)
      XCTAssertEqual(report.1, 0, place)
      XCTAssertEqual(report.2, 0, place)
    }
  }

  func testAnOutageIsOverAndTheRowsGetTheirPictures() {
    underSchedules(seeds: 0..<15) { @MainActor simulation in
      let world = PhoneWorld(simulation)
      world.server.add(.init(.seconds(1)..<(.seconds(4)), .unavailable(retryAfter: .seconds(2))))
      let pipeline = world.pipeline()
      let scroll = Scroll(pipeline, world.rows(200), in: world)
      try await scroll.feed.fling(rows: 5, over: .seconds(1))
      try await scroll.feed.jump(to: 100)
      let early = try await scroll.feed.untilShown(within: .seconds(1))
      let isComplete = try await scroll.feed.untilShown(within: .seconds(30))
      let (violations, failed) = (scroll.feed.violations, pipeline.metrics.failed)
      scroll.end()
      try await world.settle()
      return (early, isComplete, violations, failed, world.transport.log.running)
    } check: { report, place in
      XCTAssertFalse(report.0, place)
      XCTAssertTrue(report.1, place)
      XCTAssertEqual(report.2, [], place)
      XCTAssertEqual(report.4, 0, place)
    }
  }

  func testAFlingOverWhatIsOnDiskDecodesWhatIsSeen() {
    underSchedules(seeds: 0..<5) { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let rows = world.rows(120)
      let before = world.pipeline()
      for row in rows {
        guard let key = row.key else { continue }
        _ = try await before.image(for: ImageRequest(.feedThumbnail, key))
      }
      try await world.settle()
      let pipeline = world.pipeline(on: world.disk.relaunched(.everything))
      before.respond(to: .deepBackground)
      let (transfers, decodes) = (world.transport.log.records.count, world.decoder.counts.started)
      let scroll = Scroll(pipeline, rows, in: world)
      try await scroll.feed.fling(rows: 110, over: .milliseconds(250))
      let isComplete = try await scroll.feed.untilShown(within: .seconds(1))
      scroll.end()
      try await world.settle()
      return (
        isComplete, world.transport.log.records.count - transfers,
        world.decoder.counts.started - decodes
      )
    } check: { report, place in
      XCTAssertTrue(report.0, place)
      XCTAssertEqual(report.1, 0, place)
      XCTAssertLessThanOrEqual(report.2, 120, place)
    }
  }
}
