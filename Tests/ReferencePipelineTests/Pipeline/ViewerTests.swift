import FourThousandPixelOriginalsSolution
import ReferencePipeline
import SimulatedPhone
import Simulation
import Vocabulary
import XCTest

/// The viewer: one page on the screen, its neighbours as bets, and nothing beyond.
final class ViewerTests: PipelineTestCase {
  private static func page(_ record: TransferRecord) -> Int? {
    Int(record.request.url.lastPathComponent)
  }

  func testAPhotoThatIsOnTwoPagesStaysWhileOneOfThemIsWithinReach() {
    underSchedules { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      // One photo is on pages 0, 2 and 3.
      let photos = world.rows(9, size: 1_170).compactMap(\.key)
      let keys = [0, 1, 0, 0, 4, 5].map { photos[$0] }
      let viewer = ViewerScreen(pipeline, pages: keys, clock: world.simulation.clock)
      func isHeld(_ page: Int) -> Bool {
        pipeline.cachedImage(for: ImageRequest(.fullScreen, keys[page])) != nil
      }
      var shown: [Bool] = []
      viewer.turn(to: 0)
      try await world.settle()
      // Page 0 goes in the turn to page 2, 2 in that to 4: the next one has the same photo.
      for page in [2, 3, 4] {
        viewer.turn(to: page)
        shown.append(page == 4 ? isHeld(3) : viewer.drawn != nil)
        try await world.settle()
      }
      viewer.turn(to: 5)
      let isGone = !isHeld(3)
      viewer.close()
      try await world.settle()
      return (shown, isGone, world.device.liveBytes, world.decoder.counts.started)
    } check: { report, place in
      XCTAssertEqual(report.0, [true, true, true], place)
      XCTAssertTrue(report.1, place)
      XCTAssertEqual(report.2, 0, place)
      XCTAssertEqual(report.3, 4, "each photo once: \(place)")
    }
  }

  @MainActor
  private static func viewer(_ pipeline: ImagePipeline, in world: PhoneWorld) -> ViewerScreen {
    ViewerScreen(pipeline, pages: keys(world), clock: world.simulation.clock)
  }

  private static func keys(_ world: PhoneWorld) -> [ImageKey] {
    world.rows(30, size: 1_170).compactMap(\.key)
  }

  private static func held(_ pipeline: ImagePipeline, _ world: PhoneWorld) -> [Int] {
    keys(world).enumerated().filter {
      pipeline.cachedImage(for: ImageRequest(.fullScreen, $0.element)) != nil
    }.map(\.offset)
  }

  func testTheNeighboursAreBets() {
    underSchedules { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let viewer = Self.viewer(pipeline, in: world)
      viewer.turn(to: 5)
      try await world.settle()
      let opened = world.transport.log.records.map(\.request)
      let (drawn, held) = (viewer.drawn.flatMap { ShownPicture($0).id }, Self.held(pipeline, world))
      viewer.turn(to: 6)
      let next = viewer.drawn.flatMap { ShownPicture($0).id }
      try await world.settle()
      viewer.close()
      return (
        opened.filter { $0.priority == .visible }.map(\.url.lastPathComponent),
        opened.filter { $0.priority == .prefetch }.map(\.url.lastPathComponent).sorted(),
        drawn, held, next
      )
    } check: { report, place in
      XCTAssertEqual(report.0, ["5"], place)
      XCTAssertEqual(report.1, ["4", "6"], place)
      XCTAssertEqual(report.2, 5, place)
      XCTAssertEqual(report.3, [4, 5, 6], place)
      XCTAssertEqual(report.4, 6, "drawn in the very turn: \(place)")
    }
  }

  func testAPageThatIsTurnedToIsRaisedAndTheOneThatIsLeftGoesOn() {
    underSchedules { @MainActor simulation in
      let world = PhoneWorld(simulation)
      var configuration = world.configuration
      configuration.width = 1
      let pipeline = world.pipeline(configuration)
      let viewer = Self.viewer(pipeline, in: world)
      // The one way out is taken, so the pages wait in their order.
      let other = Task { try await pipeline.image(for: world.thumbnail(100)) }
      try await simulation.clock.sleep(for: .milliseconds(20))
      viewer.turn(to: 5)
      try await simulation.clock.sleep(for: .milliseconds(20))
      viewer.turn(to: 4)
      try await world.settle()
      let shown = viewer.drawn.flatMap { ShownPicture($0).id }
      viewer.close()
      try await world.settle()
      _ = try await other.value
      let records = world.transport.log.records.dropFirst()
      return (
        records.compactMap(Self.page), records.map(\.request.priority), shown,
        records.map(\.outcome)
      )
    } check: { report, place in
      XCTAssertEqual(report.0.first, 4, "raised from bet to first: \(place)")
      XCTAssertEqual(report.0.sorted(), [3, 4, 5], "six is two away, five has sunk: \(place)")
      XCTAssertEqual(report.1, [.visible, .prefetch, .prefetch], place)
      XCTAssertEqual(report.2, 4, place)
      XCTAssertEqual(report.3, [.finished, .finished, .finished], place)
    }
  }

  func testWhatIsTwoPagesAwayGoesBeforeTheNextIsAskedFor() {
    underSchedules { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let viewer = Self.viewer(pipeline, in: world)
      var most = 0
      for number in 3..<15 {
        viewer.turn(to: number)
        let held = Self.held(pipeline, world)
        most = max(most, held.map { abs($0 - number) }.max() ?? 0)
        try await simulation.clock.sleep(for: .seconds(1))
      }
      let (page, pages) = (viewer.drawn?.byteCount ?? 0, world.device.liveBytes)
      viewer.turn(to: 25)
      let jumped = Self.held(pipeline, world)
      viewer.close()
      try await world.settle()
      return (most, pages == 3 * page, jumped, world.device.liveBytes)
    } check: { report, place in
      XCTAssertEqual(report.0, 1, place)
      XCTAssertTrue(report.1, place)
      XCTAssertEqual(report.2, [], place)
      XCTAssertEqual(report.3, 0, "closed: \(place)")
    }
  }

  func testPagesThatFlyByAreStopped() {
    underSchedules { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let viewer = Self.viewer(pipeline, in: world)
      for number in 0..<20 {
        viewer.turn(to: number)
        try await simulation.clock.sleep(for: .milliseconds(10))
      }
      try await world.settle()
      let records = world.transport.log.records
      let finished = records.filter { $0.outcome == .finished }.compactMap(Self.page)
      let drawn = viewer.drawn.flatMap { ShownPicture($0).id }
      viewer.close()
      try await world.settle()
      return (finished.sorted(), drawn, world.device.liveBytes, records.count)
    } check: { report, place in
      XCTAssertEqual(report.0, [18, 19, 20], place)
      XCTAssertEqual(report.1, 19, place)
      XCTAssertEqual(report.2, 0, place)
      XCTAssertLessThanOrEqual(report.3, 21, "one request for a page: \(place)")
    }
  }

  func testAWarningLeavesThePageOnTheScreen() {
    underSchedules { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let viewer = Self.viewer(pipeline, in: world)
      viewer.turn(to: 5)
      try await simulation.clock.sleep(for: .seconds(1))
      pipeline.respond(to: .warning)
      let (page, pages) = (viewer.drawn?.byteCount, world.device.liveBytes)
      viewer.turn(to: 6)
      try await simulation.clock.sleep(for: .milliseconds(10))
      pipeline.respond(to: .warning)
      try await world.settle()
      let drawn = viewer.drawn.flatMap { ShownPicture($0).id }
      let held = Self.held(pipeline, world)
      viewer.turn(to: 5)
      try await world.settle()
      viewer.turn(to: 4)
      viewer.close()
      let finished = world.transport.log.records.filter { $0.outcome == .finished }
      return (page == pages, drawn, held, finished.count)
    } check: { report, place in
      XCTAssertTrue(report.0, place)
      XCTAssertEqual(report.1, 6, place)
      XCTAssertEqual(report.2, [6], "nothing is bet on any more: \(place)")
      XCTAssertEqual(report.3, 3, "the files stay: \(place)")
    }
  }
}
