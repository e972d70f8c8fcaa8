import PrefetchIsABetSolution
import Simulation
import Synchronization
import Vocabulary
import XCTest

final class PrefetcherTests: CellsTestCase {
  func testLoadsRunForTheWindowAndAreCounted() {
    onTheMainActor { simulation in
      let loads = RowLoads(simulation)
      let prefetcher = Prefetcher(PrefetchPlan(distance: 3, rowCount: 50), load: loads.run)
      prefetcher.show(0..<5, .forward)
      try await loads.gate.untilWaiting(3)
      loads.gate.open()
      try await simulation.untilQuiet()
      prefetcher.show(1..<6, .forward)
      try await simulation.untilQuiet()
      return (loads.started.sorted(), prefetcher.counts)
    } check: { result, place in
      XCTAssertEqual(result.0, [5, 6, 7, 8], place)
      XCTAssertEqual(result.1.finished, 4, place)
      XCTAssertEqual(result.1.shown, 1, place)
      XCTAssertEqual(result.1.wastedBytes, 300, place)
    }
  }

  func testWhatIsCalledOffHasBeenToldSoWhenTheCallReturns() {
    onTheMainActor { simulation in
      let loads = RowLoads(simulation)
      let prefetcher = Prefetcher(PrefetchPlan(distance: 4, rowCount: 500), load: loads.run)
      prefetcher.show(0..<5, .forward)
      try await simulation.untilQuiet()
      prefetcher.show(200..<205, .forward)
      let waiting = loads.gate.waiting
      try await simulation.untilQuiet()
      let afterwards = loads.gate.waiting
      prefetcher.show(205..<205, .forward)
      try await simulation.untilQuiet()
      return (waiting, afterwards, loads.cancelled.sorted(), prefetcher.counts.running)
    } check: { result, place in
      XCTAssertEqual(result.0, 0, place)
      XCTAssertEqual(result.1, 4, place)
      XCTAssertEqual(result.2, Array(5..<9) + Array(205..<209), place)
      XCTAssertEqual(result.3, 0, place)
    }
  }

  func testALoadThatIsCalledOffBeforeItsTurnIsNeverStarted() {
    onTheMainActor(seeds: 0..<20) { simulation in
      let loads = RowLoads(simulation)
      let prefetcher = Prefetcher(PrefetchPlan(distance: 4, rowCount: 500), load: loads.run)
      // All in one turn: the tasks cannot have run.
      for first in 0..<100 { prefetcher.show(first * 4..<first * 4 + 2, .forward) }
      prefetcher.show(0..<0, .forward)
      try await simulation.untilQuiet()
      return (loads.started, prefetcher.counts.cancelled)
    } check: { result, place in
      XCTAssertEqual(result.0, [], place)
      XCTAssertGreaterThan(result.1, 100, place)
    }
  }

  func testTwoListsCallOffTheirOwnOnly() {
    onTheMainActor { simulation in
      let (mine, others) = (RowLoads(simulation), RowLoads(simulation))
      let one = Prefetcher(PrefetchPlan(distance: 3, rowCount: 50), load: mine.run)
      let other = Prefetcher(PrefetchPlan(distance: 3, rowCount: 50), load: others.run)
      one.show(0..<5, .forward)
      other.show(0..<5, .forward)
      try await simulation.untilQuiet()
      one.show(0..<0, .forward)
      try await simulation.untilQuiet()
      let running = others.gate.waiting
      others.gate.open()
      try await simulation.untilQuiet()
      return (mine.cancelled.count, running, others.cancelled.count, other.counts.finished)
    } check: { result, place in
      XCTAssertEqual([result.0, result.1, result.2, result.3], [3, 3, 0, 3], place)
    }
  }

  func testAFailureEndsItsBetOnly() {
    onTheMainActor(seeds: 0..<20) { simulation in
      let loads = RowLoads(simulation, failing: 6, held: 7)
      loads.gate.open()
      let prefetcher = Prefetcher(PrefetchPlan(distance: 4, rowCount: 50), load: loads.run)
      prefetcher.show(0..<5, .forward)
      try await simulation.untilQuiet()
      return prefetcher.counts
    } check: { counts, place in
      XCTAssertEqual([counts.started, counts.failed, counts.held], [4, 1, 1], place)
      XCTAssertEqual([counts.finished, counts.running], [2, 0], place)
    }
  }

  func testItRestsUnderMemoryPressureAndGoesOnAfterwards() {
    onTheMainActor { simulation in
      let loads = RowLoads(simulation)
      let prefetcher = Prefetcher(PrefetchPlan(distance: 2, rowCount: 50), load: loads.run)
      prefetcher.show(0..<5, .forward)
      prefetcher.show(1..<6, .forward)
      try await simulation.untilQuiet()
      // From any thread, as signals come.
      await Task.detached { prefetcher.pause(.memoryPressure) }.value
      try await simulation.untilQuiet()
      let running = loads.gate.waiting
      prefetcher.show(2..<7, .forward)
      try await simulation.untilQuiet()
      let started = loads.started.count
      prefetcher.resume(.memoryPressure)
      try await simulation.untilQuiet()
      let ahead = loads.started.dropFirst(started).sorted()
      loads.gate.open()
      try await simulation.untilQuiet()
      return (running, ahead, loads.cancelled.sorted(), prefetcher.counts.running)
    } check: { result, place in
      XCTAssertEqual(result.0, 1, "row 5, which is on the screen, \(place)")
      XCTAssertEqual(result.1, [7, 8], place)
      XCTAssertEqual(result.2, [6, 7], place)
      XCTAssertEqual(result.3, 0, place)
    }
  }

  func testAPrefetcherThatGoesTakesItsLoadsAlong() {
    onTheMainActor(seeds: 0..<20) { simulation in
      let loads = RowLoads(simulation)
      var prefetcher: Prefetcher? = Prefetcher(
        PrefetchPlan(distance: 3, rowCount: 50), load: loads.run)
      weak let former = prefetcher
      prefetcher?.show(0..<5, .forward)
      try await simulation.untilQuiet()
      prefetcher = nil
      try await simulation.untilQuiet()
      return (former == nil, loads.cancelled.count)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1, 3, place)
    }
  }
}

/// Loads by row, which wait at one gate.
private final class RowLoads: Sendable {
  private struct State {
    var started: [Int] = []
    var cancelled: [Int] = []
  }

  struct Failure: Error {}

  let gate: Gate
  private let failing: Int?
  private let held: Int?
  private let state = Mutex(State())

  init(_ simulation: Simulation, failing: Int? = nil, held: Int? = nil) {
    gate = simulation.gate("row")
    self.failing = failing
    self.held = held
  }

  var started: [Int] { state.withLock { $0.started } }
  var cancelled: [Int] { state.withLock { $0.cancelled } }

  @Sendable
  func run(_ row: Int) async throws -> PrefetchEnd {
    state.withLock { $0.started.append(row) }
    do {
      try await gate.pass()
    } catch {
      state.withLock { $0.cancelled.append(row) }
      throw error
    }
    if row == failing { throw Failure() }
    return row == held ? .held : .finished(byteCount: 100)
  }
}
