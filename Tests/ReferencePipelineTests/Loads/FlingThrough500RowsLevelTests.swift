import FlingThrough500RowsSolution
import Simulation
import Synchronization
import Vocabulary
import XCTest

final class FlingThrough500RowsLevelTests: ScheduledTestCase {
  private static let key = ToyLoad.key(7)

  /// A loader over a held toy, with a log of its starts and of what it announces.
  private final class World: Sendable {
    let toy: ToyLoad
    private let simulation: Simulation
    private let log = Mutex<[String]>([])

    init(_ simulation: Simulation) {
      self.simulation = simulation
      toy = ToyLoad(simulation)
    }

    var lines: [String] { log.withLock { $0 } }

    func makeLoader() -> ImageLoader {
      ImageLoader(
        levelChanged: { request in self.note("\(request.number) is \(request.level)") },
        load: { request in
          self.note("\(request.number) starts as \(request.level)")
          return try await self.toy.run(request.key)
        })
    }

    /// A caller that is on the list when this returns.
    func join(
      _ loader: ImageLoader, _ name: String, _ priority: LoadPriority
    ) async throws -> Task<Bitmap, any Error> {
      let caller = simulation.start(name) {
        try await loader.image(for: FlingThrough500RowsLevelTests.key, priority: priority)
      }
      try await simulation.untilQuiet()
      return caller
    }

    private func note(_ line: String) {
      log.withLock { $0.append(line) }
    }
  }

  func testTheLevelIsTheHighestAmongThePresentCallers() {
    underEverySchedule { simulation in
      let world = World(simulation)
      let loader = world.makeLoader()
      let bet = try await world.join(loader, "bet", .prefetch)
      let first = try await world.join(loader, "first cell", .visible)
      let second = try await world.join(loader, "second cell", .visible)
      first.cancel()
      try await simulation.untilQuiet()
      second.cancel()
      try await simulation.untilQuiet()
      let third = try await world.join(loader, "third cell", .visible)
      world.toy.gate.open()
      let pictures = [try await bet.value, try await third.value]
      return (world.lines, pictures.allSatisfy { $0.shows(Self.key) }, world.toy.started.count)
    } check: { result, place in
      XCTAssertEqual(
        result.0, ["1 starts as prefetch", "1 is visible", "1 is prefetch", "1 is visible"], place)
      XCTAssertTrue(result.1, place)
      XCTAssertEqual(result.2, 1, place)
    }
  }

  func testNothingIsSaidWhereNothingChanges() {
    underEverySchedule { simulation in
      let world = World(simulation)
      let loader = world.makeLoader()
      let cell = try await world.join(loader, "cell", .visible)
      let bet = try await world.join(loader, "bet", .prefetch)
      bet.cancel()
      try await simulation.untilQuiet()
      cell.cancel()
      try await simulation.untilQuiet()
      let again = try await world.join(loader, "again", .prefetch)
      again.cancel()
      _ = await again.result
      return world.lines
    } check: { lines, place in
      XCTAssertEqual(lines, ["1 starts as visible", "2 starts as prefetch"], place)
    }
  }

  func testTwoQuickChangesEndAtTheLastOne() {
    underEverySchedule { simulation in
      let world = World(simulation)
      let loader = world.makeLoader()
      let bet = try await world.join(loader, "bet", .prefetch)
      let cell = simulation.start("cell") { try await loader.image(for: Self.key) }
      // A task of its own, so that the schedules put it before, between and after.
      simulation.start("finger") { cell.cancel() }
      _ = await cell.result
      try await simulation.untilQuiet()
      let last = world.lines.last ?? ""
      bet.cancel()
      _ = await bet.result
      return last
    } check: { last, place in
      XCTAssertTrue(["1 starts as prefetch", "1 is prefetch"].contains(last), "\(place): \(last)")
    }
  }
}
