import Simulation
import VisibleBeforePrefetchSolution
import Vocabulary
import XCTest

final class VisibleBeforePrefetchTests: ScheduledTestCase {
  /// A queue over held loads, and a notebook of their starts.
  private final class World: Sendable {
    let simulation: Simulation
    let queue: LoadQueue<Int>
    let gate: Gate
    let starts = Notebook<Int>()

    init(
      _ simulation: Simulation, width: Int = 1, startsPerSecond: Int = 1_000_000,
      burst: Int = 1_000_000
    ) {
      self.simulation = simulation
      gate = simulation.gate("load")
      queue = LoadQueue(
        LoadOrder(width: width, startsPerSecond: startsPerSecond, burst: burst),
        clock: simulation.clock)
    }

    func start(_ id: Int, _ level: LoadPriority = .visible) -> Task<Int, any Error> {
      simulation.start("load \(id)") { [self] in
        try await queue.run(id, level: level) {
          starts.add(id)
          try await gate.pass()
          return id
        }
      }
    }

    /// Starts loads one after the other, so that they stand in line in this order.
    func lineUp(_ ids: [Int], _ level: LoadPriority) async throws -> [Task<Int, any Error>] {
      var tasks: [Task<Int, any Error>] = []
      for id in ids {
        tasks.append(start(id, level))
        try await simulation.untilQuiet()
      }
      return tasks
    }

    /// Lets one load after the other end, until all tasks have.
    func drain(_ tasks: [Task<Int, any Error>]) async throws {
      for _ in tasks {
        gate.release()
        try await simulation.untilQuiet()
      }
      for task in tasks { _ = try await task.value }
    }
  }

  func testVisibleFirstAndInOrderInsideAClass() {
    underEverySchedule { simulation in
      let world = World(simulation)
      var tasks = try await world.lineUp([0], .visible)
      tasks += try await world.lineUp([1, 2, 3], .prefetch)
      tasks += try await world.lineUp([4, 5, 6], .visible)
      try await world.drain(tasks)
      return world.starts.entries
    } check: { starts, place in
      XCTAssertEqual(starts, [0, 4, 5, 6, 1, 2, 3], place)
    }
  }

  func testAChangeOfLevelIsInForceAtOnceAndTheLastOneHolds() {
    underEverySchedule { simulation in
      let world = World(simulation)
      let tasks = try await world.lineUp([0, 1, 2, 3, 4], .prefetch)
      world.queue.setLevel(of: 3, to: .visible)
      world.queue.setLevel(of: 3, to: .prefetch)
      world.queue.setLevel(of: 4, to: .visible)
      world.queue.setLevel(of: 99, to: .visible)
      try await world.drain(tasks)
      return world.starts.entries
    } check: { starts, place in
      XCTAssertEqual(starts, [0, 4, 1, 2, 3], place)
    }
  }

  func testNeverMoreThanFourSideBySideHoweverLoadsEnd() {
    underEverySchedule { simulation in
      let queue = LoadQueue(LoadOrder<Int>(width: 4, burst: 1_000), clock: simulation.clock)
      let running = Notebook<Int>()
      let tasks = (0..<40).map { id in
        simulation.start("load \(id)") {
          try await queue.run(id, level: id % 2 == 0 ? .visible : .prefetch) {
            running.add(1)
            defer { running.add(-1) }
            try await simulation.clock.sleep(for: .milliseconds(3 + id % 5))
            if id % 3 == 0 { throw ToyLoad.Failure() }
          }
        }
      }
      try await simulation.clock.sleep(for: .milliseconds(5))
      for id in tasks.indices where id % 4 == 0 { tasks[id].cancel() }
      for task in tasks { _ = await task.result }
      return (running.peak, running.sum, queue.waitingCount)
    } check: { result, place in
      XCTAssertEqual(result.0, 4, place)
      XCTAssertEqual(result.1, 0, place)
      XCTAssertEqual(result.2, 0, place)
    }
  }

  func testStartsKeepToTheBucketOnTheGivenClock() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let queue = LoadQueue(LoadOrder<Int>(), clock: simulation.clock)
      try await simulation.clock.sleep(for: .seconds(7))
      let starts = Notebook<Duration>()
      let tasks = (0..<60).map { id in
        simulation.start("load \(id)") {
          try await queue.run(id, level: .visible) { starts.add(simulation.clock.now.offset) }
        }
      }
      for task in tasks { try await task.value }
      return starts.entries
    } check: { starts, place in
      let waits = (1...35).map { Duration.microseconds(12_500) * $0 }
      let expected = [Duration](repeating: .zero, count: 25) + waits
      XCTAssertEqual(starts, expected.map { $0 + .seconds(7) }, place)
    }
  }

  func testWhoIsCancelledWhileWaitingGoesAtOnceAndUsesNothing() {
    underEverySchedule { simulation in
      let world = World(simulation, width: 10, startsPerSecond: 1, burst: 1)
      world.gate.open()
      let first = try await world.start(0).value
      let tasks = try await world.lineUp([1, 2, 3], .visible)
      try await simulation.clock.sleep(for: .milliseconds(500))
      tasks[0].cancel()
      tasks[1].cancel()
      let left = [await tasks[0].result.isCancellation, await tasks[1].result.isCancellation]
      let instant = simulation.clock.now.offset
      _ = try await tasks[2].value
      return (first, left, instant, world.starts.entries, simulation.clock.now.offset)
    } check: { result, place in
      XCTAssertEqual(result.1, [true, true], place)
      XCTAssertEqual(result.2, .milliseconds(500), place)
      XCTAssertEqual(result.3, [0, 3], place)
      XCTAssertEqual(result.4, .seconds(1), place)
    }
  }

  func testWhoWasCancelledBeforeUsesNothing() {
    underEverySchedule { simulation in
      let world = World(simulation, startsPerSecond: 1, burst: 1)
      world.gate.open()
      let gone = simulation.start("gone") {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await world.queue.run(0, level: .visible) { world.starts.add(0) }
      }
      let left = await gone.result.isCancellation
      _ = try await world.start(1).value
      return (left, world.starts.entries, simulation.clock.now.offset)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1, [1], place)
      XCTAssertEqual(result.2, .zero, place)
    }
  }

  func testNoTimerIsLeftWhenTheLastOneGivesUp() {
    underEverySchedule { simulation in
      let world = World(simulation, width: 10, startsPerSecond: 1, burst: 1)
      world.gate.open()
      _ = try await world.start(0).value
      let tasks = try await world.lineUp([1, 2], .prefetch)
      for task in tasks { task.cancel() }
      for task in tasks { _ = await task.result }
      return (world.queue.waitingCount, simulation.clock.now.offset)
    } check: { result, place in
      XCTAssertEqual(result.0, 0, place)
      XCTAssertEqual(result.1, .zero, place)
    }
  }

  func testASecondLoadOfAWaitingIDIsRefusedAndHarmsNobody() {
    underEverySchedule { simulation in
      let world = World(simulation)
      let tasks = try await world.lineUp([0, 1], .visible)
      let second = await world.start(1).result
      // Its own id is free again once it has started.
      world.gate.release()
      try await simulation.untilQuiet()
      let again = try await world.lineUp([1], .visible)
      try await world.drain(tasks + again)
      guard case .failure(let error) = second else { return (false, world.starts.entries) }
      return (error as? LoadQueueError == .alreadyWaiting, world.starts.entries)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1, [0, 1, 1], place)
    }
  }

  func testAnIDThatComesBackAsTheOldOneIsCancelledIsNotMixedUp() {
    underEverySchedule { simulation in
      let world = World(simulation)
      let blocker = try await world.lineUp([0], .visible)
      for _ in 0..<3 {
        let old = try await world.lineUp([1], .visible)
        old[0].cancel()
        let new = world.start(1)
        _ = await old[0].result
        try await simulation.untilQuiet()
        guard world.queue.waitingCount == 1 else { return false }
        new.cancel()
        _ = await new.result
      }
      try await world.drain(blocker)
      return world.starts.entries == [0]
    } check: { isRight, place in
      XCTAssertTrue(isRight, place)
    }
  }

  func testALateCancellationOfTheOldOneDoesNotHitTheNewOneOfItsID() {
    underEverySchedule(seeds: 0..<300) { simulation in
      let world = World(simulation)
      let tasks = try await world.lineUp([0, 1], .visible)
      // At one instant the old one gets its turn and is cancelled, and the new one comes.
      world.gate.open()
      simulation.start("finger") { tasks[1].cancel() }
      let new = world.start(1)
      let isCancelled = await new.result.isCancellation
      for task in tasks { _ = await task.result }
      return isCancelled
    } check: { isCancelled, place in
      XCTAssertFalse(isCancelled, place)
    }
  }

  func testTheLoadRunsWhereItsCallerDoes() {
    underEverySchedule(seeds: 0..<10) { simulation in
      let world = World(simulation)
      return try await Task { @MainActor in
        var count = 0
        try await world.queue.run(0, level: .visible) {
          MainActor.assertIsolated()
          count += 1
        }
        return count
      }.value
    } check: { count, place in
      XCTAssertEqual(count, 1, place)
    }
  }

  /// No schedule here, only real threads: what is looked at holds in every order.
  func testOnRealThreadsEveryLoadEndsAndTheWidthHolds() async {
    let queue = LoadQueue(
      LoadOrder<Int>(width: 3, startsPerSecond: 1_000_000, burst: 10_000),
      clock: ContinuousClock())
    let running = Notebook<Int>()
    let tasks = (0..<3_000).map { id in
      Task.detached {
        try await queue.run(id, level: .prefetch) {
          running.add(1)
          defer { running.add(-1) }
          await Task.yield()
        }
      }
    }
    for id in tasks.indices {
      queue.setLevel(of: id, to: .visible)
      if id % 3 == 0 { tasks[id].cancel() }
    }
    for (id, task) in tasks.enumerated() {
      if case .failure(let error) = await task.result {
        XCTAssertTrue(error is CancellationError && id % 3 == 0, "\(id): \(error)")
      }
    }
    XCTAssertLessThanOrEqual(running.peak, 3)
    XCTAssertEqual(running.sum, 0)
    XCTAssertEqual(queue.waitingCount, 0)
  }
}
