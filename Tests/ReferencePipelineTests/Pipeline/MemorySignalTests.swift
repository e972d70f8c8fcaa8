import PrefetchIsABetSolution
import ReferencePipeline
import SimulatedPhone
import Simulation
import Vocabulary
import XCTest

/// One signal to the pipeline reaches all that is on its screens.
final class MemorySignalTests: PipelineTestCase {
  func testOneSignalStopsTheBetsOfEveryList() {
    underSchedules { @MainActor simulation in
      let world = PhoneWorld(simulation, latency: .milliseconds(200))
      let pipeline = world.pipeline()
      let keys = world.rows(200).compactMap(\.key)
      let screens = [keys[..<100], keys[100...]].map { keys in
        FeedScreen(pipeline, rows: Array(keys), prefetchDistance: 8, clock: simulation.clock)
      }
      _ = try await pipeline.image(for: world.thumbnail(199))
      for screen in screens { screen.show(0..<4, .forward) }
      try await simulation.clock.sleep(for: .milliseconds(100))
      let before = screens.map(\.prefetchCounts.running)
      pipeline.respond(to: .warning)
      let after = screens.map(\.prefetchCounts.running)
      let held = pipeline.cachedImage(for: world.thumbnail(199))
      for screen in screens { screen.show(4..<8, .forward) }
      let paused = screens.map(\.prefetchCounts.started)
      try await simulation.clock.sleep(for: .seconds(11))
      let finished = world.transport.log.records.filter { $0.outcome == .finished }.count
      for screen in screens { screen.show(8..<12, .forward) }
      let resumed = screens.map(\.prefetchCounts.started)
      screens.forEach { $0.disappear() }
      try await world.settle()
      return (before, after, held == nil, paused, finished, resumed)
    } check: { report, place in
      XCTAssertEqual(report.0, [8, 8], place)
      XCTAssertEqual(report.1, [0, 0], "before the call returns: \(place)")
      XCTAssertTrue(report.2, place)
      XCTAssertEqual(report.3, [8, 8], "nothing is bet on meanwhile: \(place)")
      XCTAssertEqual(report.4, 1, "what was on its way is stopped: \(place)")
      XCTAssertGreaterThan(report.5.min() ?? 0, 8, "and bet on again after a while: \(place)")
    }
  }

  func testTwoListsOnThePhoneSurviveItsWarning() {
    underSchedules(seeds: 0..<10) { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let rows = world.rows(400)
      let lists = [
        Scroll(pipeline, Array(rows[..<200]), in: world),
        Scroll(pipeline, Array(rows[200...]), in: world),
      ]
      for list in lists { try await list.feed.fling(rows: 40, over: .milliseconds(500)) }
      let others = world.device.charge(
        world.device.limits.warning - world.device.footprint + 1)
      try await simulation.clock.sleep(for: .milliseconds(1))
      let bets = lists.map(\.screen.prefetchCounts.started)
      for list in lists { try await list.feed.fling(rows: 20, over: .milliseconds(500)) }
      var complete: [Bool] = []
      for list in lists { complete.append(try await list.feed.untilShown(within: .seconds(2))) }
      withExtendedLifetime(others) {}
      let later = lists.map(\.screen.prefetchCounts.started)
      lists.forEach { $0.end() }
      try await world.settle()
      return (world.device.signals.map(\.signal), later == bets, complete)
    } check: { report, place in
      XCTAssertEqual(report.0, [.warning], place)
      XCTAssertTrue(report.1, place)
      XCTAssertEqual(report.2, [true, true], place)
    }
  }

  /// What such a screen showed is not taken to be on the screen for ever.
  func testAScreenThatIsThrownAwayShowsNothing() {
    underSchedules(seeds: 0..<3) { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let keys = world.rows(1, size: 1_170).compactMap(\.key)
      let requests = [world.thumbnail(7), ImageRequest(.fullScreen, keys[0])]
      @MainActor func drawn() async throws -> [Bitmap?] {
        let list = FeedScreen(pipeline, rows: [], prefetchDistance: 0, clock: simulation.clock)
        let viewer = ViewerScreen(pipeline, pages: keys, clock: simulation.clock)
        let cell = list.makeCell()
        cell.bind(requests[0].key)
        viewer.turn(to: 0)
        try await world.settle()
        return [cell.drawn, viewer.drawn]
      }
      let pictures = try await drawn()
      pipeline.respond(to: .warning)
      let found = requests.map { pipeline.cachedImage(for: $0) != nil }
      // Somebody else goes on holding them.
      return withExtendedLifetime(pictures) { (pictures.map { $0 != nil }, found) }
    } check: { report, place in
      XCTAssertEqual(report.0, [true, true], place)
      XCTAssertEqual(report.1, [false, false], place)
    }
  }

  func testAListThatIsGoneIsNotKept() {
    underSchedules(seeds: 0..<3) { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      @MainActor func reference() -> WeakReference<FeedScreen> {
        WeakReference(
          FeedScreen(pipeline, rows: [], prefetchDistance: 8, clock: simulation.clock))
      }
      let list = reference()
      pipeline.respond(to: .warning)
      return list.object == nil
    } check: { isGone, place in
      XCTAssertTrue(isGone, place)
    }
  }
}
