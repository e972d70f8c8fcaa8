import FlingThrough500RowsSolution
import Simulation
import VisibleBeforePrefetchSolution
import Vocabulary
import XCTest

/// The queue behind the loader that shares loads, put together from outside.
final class VisibleBeforePrefetchTogetherTests: ScheduledTestCase {
  private final class World: Sendable {
    let simulation: Simulation
    let toy: ToyLoad
    let loader: ImageLoader
    let queue: LoadQueue<Int>

    init(_ simulation: Simulation, _ order: LoadOrder<Int>, latency: Duration = .zero) {
      let toy = ToyLoad(simulation)
      let queue = LoadQueue(order, clock: simulation.clock)
      self.simulation = simulation
      self.toy = toy
      self.queue = queue
      loader = ImageLoader(
        levelChanged: { queue.setLevel(of: $0.number, to: $0.level) },
        load: { request in
          try await queue.run(request.number, level: request.level) {
            if latency > .zero { try await simulation.clock.sleep(for: latency) }
            return try await toy.run(request.key)
          }
        })
    }

    func ask(_ photo: Int, _ priority: LoadPriority) -> Task<Bitmap, any Error> {
      simulation.start("\(priority) \(photo)") { [loader] in
        try await loader.image(for: ToyLoad.key(photo), priority: priority)
      }
    }

    /// Lets one load after the other end, so that turns come one at a time, until all have.
    func drain(_ tasks: [Task<Bitmap, any Error>]) async throws {
      while toy.gate.release() > 0 { try await simulation.untilQuiet() }
      for task in tasks { _ = try await task.value }
    }

    var started: [Int] {
      toy.started.compactMap { Int($0.url.lastPathComponent) }
    }
  }

  /// Ten prefetches, two of which run, and the rest of which wait.
  private static func prefetchTen(
    _ world: World
  ) async throws -> [Task<Bitmap, any Error>] {
    var tasks: [Task<Bitmap, any Error>] = []
    for photo in 0..<10 {
      tasks.append(world.ask(photo, .prefetch))
      try await world.simulation.untilQuiet()
    }
    return tasks
  }

  func testAVisibleCallerLiftsAQueuedPrefetch() {
    underEverySchedule { simulation in
      let world = World(simulation, LoadOrder(width: 2))
      let prefetches = try await Self.prefetchTen(world)
      let cell = world.ask(9, .visible)
      try await simulation.untilQuiet()
      try await world.drain(prefetches + [cell])
      return (world.started, await world.loader.counts)
    } check: { result, place in
      XCTAssertEqual(result.0.count, 10, place)
      XCTAssertEqual(result.0[2], 9, place)
      XCTAssertEqual(result.1.started, 10, place)
      XCTAssertEqual(result.1.succeeded, 10, place)
    }
  }

  func testItSinksAgainWhenTheVisibleCallerLeaves() {
    underEverySchedule { simulation in
      let world = World(simulation, LoadOrder(width: 2))
      let prefetches = try await Self.prefetchTen(world)
      let cell = world.ask(9, .visible)
      try await simulation.untilQuiet()
      cell.cancel()
      try await simulation.untilQuiet()
      try await world.drain(prefetches)
      return world.started
    } check: { started, place in
      XCTAssertEqual(started.count, 10, place)
      XCTAssertEqual(started.last, 9, place)
    }
  }

  func testAnyNumberOfQuickChangesEndsAtTheLastOne() {
    underEverySchedule { simulation in
      let world = World(simulation, LoadOrder(width: 2))
      let prefetches = try await Self.prefetchTen(world)
      // Each finger is a task of its own, so the changes come in any order, also before the cell.
      let cells = [world.ask(9, .visible), world.ask(8, .visible)]
      for cell in cells { simulation.start("finger") { cell.cancel() } }
      for cell in cells { _ = await cell.result }
      try await simulation.untilQuiet()
      let stays = world.ask(5, .visible)
      try await simulation.untilQuiet()
      try await world.drain(prefetches + [stays])
      return world.started
    } check: { started, place in
      XCTAssertEqual(started.count, 10, place)
      XCTAssertEqual(started[2], 5, place)
      XCTAssertEqual(started[3], 2, place)
    }
  }

  func testALevelThatChangesBeforeTheLoadHasComeToTheQueueIsNotLost() {
    underEverySchedule { simulation in
      let world = World(simulation, LoadOrder(width: 1))
      let blocker = world.ask(0, .visible)
      try await simulation.untilQuiet()
      let bets = (1..<4).map { world.ask($0, .prefetch) }
      let cell = world.ask(3, .visible)
      try await simulation.untilQuiet()
      try await world.drain([blocker, cell] + bets)
      return world.started
    } check: { started, place in
      XCTAssertEqual(started.count, 4, place)
      XCTAssertEqual(started[1], 3, place)
    }
  }

  func testAWidthOfTwoStartedCancelledAndStartedAgainInOneTurn() {
    underEverySchedule { simulation in
      let world = World(simulation, LoadOrder(width: 2))
      world.toy.gate.open()
      let old = (0..<6).map { world.ask($0, .visible) }
      for task in old { task.cancel() }
      let new = (0..<6).map { world.ask($0, .visible) }
      for task in old { _ = await task.result }
      var shown = 0
      for (photo, task) in new.enumerated() where try await task.value.shows(ToyLoad.key(photo)) {
        shown += 1
      }
      return (shown, world.queue.waitingCount, await world.loader.counts.running)
    } check: { result, place in
      XCTAssertEqual(result.0, 6, place)
      XCTAssertEqual(result.1, 0, place)
      XCTAssertEqual(result.2, 0, place)
    }
  }

  /// 500 rows in a second, ten on screen, 60 ms for a load, four at a time.
  func testAfterAFlingTheRowsAtRestArriveSoonAndNoOthers() {
    underEverySchedule(seeds: 0..<10) { simulation in
      let world = World(simulation, LoadOrder(width: 4), latency: .milliseconds(60))
      world.toy.gate.open()
      var rows: [Task<Bitmap, any Error>] = []
      for row in 0..<500 {
        rows.append(world.ask(row, .visible))
        if row >= 10 { rows[row - 10].cancel() }
        try await simulation.clock.sleep(for: .milliseconds(2))
      }
      let stop = simulation.clock.now.offset
      for row in rows[490...] { _ = try await row.value }
      let wait = simulation.clock.now.offset - stop
      for row in rows { _ = await row.result }
      return (world.started, wait, await world.loader.counts, world.queue.waitingCount)
    } check: { result, place in
      XCTAssertEqual(result.0.sorted(), Array(490..<500), "\(place): only these arrived")
      XCTAssertLessThanOrEqual(result.1, .milliseconds(4 * 60), place)
      XCTAssertEqual(result.2.running, 0, place)
      XCTAssertEqual(result.2.succeeded + result.2.cancelled, result.2.started, place)
      XCTAssertEqual(result.3, 0, place)
    }
  }
}
