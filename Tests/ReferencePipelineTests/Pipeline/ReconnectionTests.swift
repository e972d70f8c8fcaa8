import NameTheNumbersSolution
import ReferencePipeline
import SimulatedPhone
import Simulation
import Vocabulary
import XCTest

/// What failed for want of a connection is asked for again when there is one.
final class ReconnectionTests: PipelineTestCase {
  /// A list whose visible rows have failed.
  @MainActor
  private static func offline(_ world: PhoneWorld, _ pipeline: ImagePipeline) async throws -> Scroll
  {
    world.transport.condition = .offline
    let scroll = Scroll(pipeline, world.rows(200), in: world, prefetchDistance: 0)
    try await scroll.feed.rest(for: .milliseconds(500))
    world.transport.condition = .perfect
    return scroll
  }

  private static func row(_ record: TransferRecord) -> Int? {
    Int(record.request.url.lastPathComponent)
  }

  func testEachVisibleRowIsAskedForOnceAndNotInOneInstant() {
    underSchedules { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let scroll = try await Self.offline(world, pipeline)
      let (visible, failed) = (scroll.feed.visibleRows, pipeline.metrics.failed)
      let before = world.transport.log.records.count
      try await scroll.feed.rest(for: .seconds(3))
      let meanwhile = world.transport.log.records.count - before
      // Two paths may come up at once.
      pipeline.connectionReturned()
      pipeline.connectionReturned()
      let isComplete = try await scroll.feed.untilShown(within: .seconds(4))
      scroll.end()
      try await world.settle()
      let records = world.transport.log.records[before...]
      let starts = records.map(\.start.offset)
      return (
        failed == visible.count && meanwhile == 0, isComplete,
        records.compactMap(Self.row).sorted() == Array(visible),
        (starts.max() ?? .zero) - (starts.min() ?? .zero), Set(starts).count == visible.count
      )
    } check: { report, place in
      XCTAssertTrue(report.0, "nobody asks before there is a connection: \(place)")
      XCTAssertTrue(report.1, place)
      XCTAssertTrue(report.2, "each row once: \(place)")
      XCTAssertGreaterThan(report.3, .milliseconds(500), place)
      XCTAssertLessThanOrEqual(report.3, .seconds(2), place)
      XCTAssertTrue(report.4, "no two at once: \(place)")
    }
  }

  func testARowThatHasLeftIsNotAskedFor() {
    underSchedules { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let scroll = try await Self.offline(world, pipeline)
      let before = world.transport.log.records.count
      pipeline.connectionReturned()
      try await scroll.feed.jump(to: 100)
      let left = simulation.clock.now
      let isComplete = try await scroll.feed.untilShown(within: .seconds(4))
      try await scroll.feed.rest(for: .seconds(3))
      let visible = scroll.feed.visibleRows
      scroll.end()
      try await world.settle()
      let late = world.transport.log.records[before...].filter { $0.start > left }
      return (
        isComplete, late.compactMap(Self.row).filter { !visible.contains($0) },
        scroll.feed.violations
      )
    } check: { report, place in
      XCTAssertTrue(report.0, place)
      XCTAssertEqual(report.1, [], place)
      XCTAssertEqual(report.2, [], place)
    }
  }

  func testAListThatHasLeftIsNotAskedFor() {
    underSchedules(seeds: 0..<10) { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let scroll = try await Self.offline(world, pipeline)
      // A list keeps its cells for later.
      let cells = scroll.feed.visibleRows.compactMap { scroll.feed.cell(at: $0) }
      let before = world.transport.log.records.count
      pipeline.connectionReturned()
      try await simulation.clock.sleep(for: .milliseconds(1))
      scroll.end()
      try await world.settle()
      try await world.settle()
      withExtendedLifetime(cells) {}
      return world.transport.log.records.count - before
    } check: { count, place in
      XCTAssertEqual(count, 0, place)
    }
  }

  func testWhatFailsAgainWaitsForTheNextConnection() {
    underSchedules(seeds: 0..<10) { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let scroll = try await Self.offline(world, pipeline)
      let rows = scroll.feed.visibleRows.count
      world.transport.condition = .offline
      pipeline.connectionReturned()
      try await scroll.feed.rest(for: .seconds(10))
      let failed = pipeline.metrics.failed
      world.transport.condition = .perfect
      pipeline.connectionReturned()
      let isComplete = try await scroll.feed.untilShown(within: .seconds(4))
      scroll.end()
      try await world.settle()
      return (failed == 2 * rows, isComplete)
    } check: { report, place in
      XCTAssertTrue(report.0, place)
      XCTAssertTrue(report.1, place)
    }
  }

  /// The failure is still on its way to the screen when the connection is back.
  func testAConnectionThatComesBeforeTheFailureIsNotMissed() {
    underSchedules { @MainActor simulation in
      let late: Script.Change = { reply, arrival in
        arrival.number == 1 ? .failing(.offline).after(.milliseconds(100)) : reply
      }
      let world = PhoneWorld(simulation, resizes: false) {
        Script(over: $0).changing("/p/1", late).changing("/p/2", late)
      }
      let pipeline = world.pipeline()
      let list = FeedScreen(pipeline, rows: [], prefetchDistance: 0, clock: simulation.clock)
      let pages = [ImageKey(url: world.url("/p/2"), maxPixelSize: 1_170)]
      let viewer = ViewerScreen(pipeline, pages: pages, clock: simulation.clock)
      let cell = list.makeCell()
      cell.bind(world.thumbnail(1).key)
      viewer.turn(to: 0)
      try await simulation.clock.sleep(for: .milliseconds(50))
      pipeline.connectionReturned()
      try await world.settle()
      let drawn = [cell.drawn, viewer.drawn].map { $0.flatMap { ShownPicture($0).id } }
      cell.prepareForReuse()
      viewer.close()
      try await world.settle()
      return drawn
    } check: { (drawn: [UInt32?], place: String) in
      XCTAssertEqual(drawn, [1, 2], place)
    }
  }

  func testARefusalStaysOne() {
    underSchedules(seeds: 0..<10) { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let screen = FeedScreen(
        pipeline, rows: [], prefetchDistance: 0, clock: simulation.clock)
      let cell = screen.makeCell()
      cell.bind(ImageKey(url: world.url("/nowhere/1"), maxPixelSize: 360))
      try await world.settle()
      pipeline.connectionReturned()
      try await world.settle()
      return world.transport.log.records.map(\.status)
    } check: { (statuses: [Int?], place: String) in
      XCTAssertEqual(statuses, [404], place)
    }
  }

  func testTheOpenPageIsAskedForAgain() {
    underSchedules(seeds: 0..<10) { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let keys = world.rows(10, size: 1_170).compactMap(\.key)
      let viewer = ViewerScreen(pipeline, pages: keys, clock: simulation.clock)
      world.transport.condition = .offline
      viewer.turn(to: 3)
      try await world.settle()
      let early = viewer.drawn
      world.transport.condition = .perfect
      pipeline.connectionReturned()
      try await world.settle()
      let late = viewer.drawn.flatMap { ShownPicture($0).id }
      viewer.close()
      try await world.settle()
      return (early == nil, late)
    } check: { report, place in
      XCTAssertTrue(report.0, place)
      XCTAssertEqual(report.1, 3, place)
    }
  }
}
