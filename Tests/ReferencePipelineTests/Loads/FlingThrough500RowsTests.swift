import FlingThrough500RowsSolution
import Simulation
import Synchronization
import Vocabulary
import XCTest

final class FlingThrough500RowsTests: ScheduledTestCase {
  private static let key = ToyLoad.key(7)

  func testThreeShareOneLeavesTwoGetThePicture() {
    underEverySchedule { simulation in
      let toy = ToyLoad(simulation)
      let loader = ImageLoader(load: toy.run)
      let cells = (0..<3).map { cell in
        simulation.start("cell \(cell)") { try await loader.image(for: Self.key) }
      }
      try await simulation.untilQuiet()
      cells[0].cancel()
      let left = await cells[0].result.isCancellation
      toy.gate.open()
      var shown = 0
      for cell in cells[1...] where try await cell.value.shows(Self.key) { shown += 1 }
      return (left, shown, toy.started.count, toy.cancelled.count, await loader.counts)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1, 2, place)
      XCTAssertEqual(result.2, 1, place)
      XCTAssertEqual(result.3, 0, place)
      XCTAssertEqual(result.4.succeeded, 1, place)
    }
  }

  func testNoByteArrivesAfterTheLastOneLeft() {
    underEverySchedule { simulation in
      let bytes = Mutex<[Duration]>([])
      let loader = ImageLoader { key in
        for _ in 0..<100 {
          try await simulation.clock.sleep(for: .milliseconds(1))
          bytes.withLock { $0.append(simulation.clock.now.offset) }
        }
        return ToyLoad.picture(of: key)
      }
      let cells = (0..<3).map { cell in
        simulation.start("cell \(cell)") { try await loader.image(for: Self.key) }
      }
      try await simulation.clock.sleep(for: .microseconds(10_500))
      for cell in cells { cell.cancel() }
      for cell in cells { _ = await cell.result }
      let counts = await loader.counts
      try await simulation.clock.sleep(for: .seconds(1))
      return (bytes.withLock { $0.count }, counts)
    } check: { result, place in
      XCTAssertEqual(result.0, 10, place)
      XCTAssertEqual(result.1.cancelled, 1, place)
      XCTAssertEqual(result.1.running, 0, place)
    }
  }

  func testLeavingTwiceRemovesOneCaller() {
    underEverySchedule { simulation in
      let toy = ToyLoad(simulation)
      let loader = ImageLoader(load: toy.run)
      let leaver = simulation.start("leaver") { try await loader.image(for: Self.key) }
      let stayer = simulation.start("stayer") { try await loader.image(for: Self.key) }
      try await simulation.untilQuiet()
      leaver.cancel()
      leaver.cancel()
      try await simulation.untilQuiet()
      leaver.cancel()
      // Takes the place that has become free, and must not be taken for the one who left.
      let newcomer = simulation.start("newcomer") { try await loader.image(for: Self.key) }
      try await simulation.untilQuiet()
      leaver.cancel()
      toy.gate.open()
      let both = [try await stayer.value, try await newcomer.value]
      return (both.allSatisfy { $0.shows(Self.key) }, toy.started.count)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1, 1, place)
    }
  }

  func testWhoJoinsAsTheLastOneLeavesNeverInheritsTheCancellation() {
    underEverySchedule { simulation in
      let toy = ToyLoad(simulation)
      let loader = ImageLoader(load: toy.run)
      let old = simulation.start("old") { try await loader.image(for: Self.key) }
      try await toy.gate.untilWaiting(1)
      old.cancel()
      let new = (0..<3).map { number in
        simulation.start("new \(number)") {
          for _ in 0..<number { await Task.yield() }
          return try await loader.image(for: Self.key)
        }
      }
      try await simulation.untilQuiet()
      toy.gate.open()
      let left = await old.result.isCancellation
      var shown = 0
      for caller in new where try await caller.value.shows(Self.key) { shown += 1 }
      return (left, shown, await loader.counts)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1, 3, place)
      XCTAssertLessThanOrEqual(result.2.started, 2, place)
      XCTAssertEqual(result.2.running, 0, place)
    }
  }

  func testLoadCancelLoadInOneTurnCompletes() {
    underEverySchedule { simulation in
      let toy = ToyLoad(simulation, isOpen: true)
      let loader = ImageLoader(load: toy.run)
      var shown = 0
      for _ in 0..<3 {
        let first = Task { try await loader.image(for: Self.key) }
        first.cancel()
        let second = Task { try await loader.image(for: Self.key) }
        let third = Task { try await loader.image(for: Self.key) }
        third.cancel()
        if try await second.value.shows(Self.key) { shown += 1 }
        _ = await first.result
        _ = await third.result
      }
      return (shown, await loader.counts.running)
    } check: { result, place in
      XCTAssertEqual(result.0, 3, place)
      XCTAssertEqual(result.1, 0, place)
    }
  }

  func testTheEndOfAnOldLoadDoesNotTouchTheNewOne() {
    underEverySchedule { simulation in
      let gates = [simulation.gate("old"), simulation.gate("new")]
      let generation = Mutex(0)
      let loader = ImageLoader { key in
        let mine = generation.withLock { generation in
          defer { generation += 1 }
          return generation
        }
        // Deaf to cancellation: the old load goes on to its end.
        await Task { try? await gates[mine].pass() }.value
        return ToyLoad.picture(of: ToyLoad.key(mine))
      }
      let old = simulation.start("old") { try await loader.image(for: Self.key) }
      try await gates[0].untilWaiting(1)
      old.cancel()
      let left = await old.result.isCancellation
      let new = simulation.start("new") { try await loader.image(for: Self.key) }
      try await gates[1].untilWaiting(1)
      gates[0].open()
      try await simulation.untilQuiet()
      let joined = simulation.start("joined") { try await loader.image(for: Self.key) }
      try await simulation.untilQuiet()
      gates[1].open()
      let both = [try await new.value, try await joined.value]
      return (left, both.allSatisfy { $0.shows(ToyLoad.key(1)) }, await loader.counts)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertTrue(result.1, place)
      XCTAssertEqual(result.2.started, 2, place)
      XCTAssertEqual(result.2.succeeded, 1, place)
      XCTAssertEqual(result.2.cancelled, 1, place)
    }
  }

  func testACallerThatWasCancelledBeforeStartsNothing() {
    underEverySchedule { simulation in
      let toy = ToyLoad(simulation, isOpen: true)
      let loader = ImageLoader(load: toy.run)
      let cells = (0..<5).map { cell in
        simulation.start("cell \(cell)") {
          withUnsafeCurrentTask { $0?.cancel() }
          return try await loader.image(for: Self.key)
        }
      }
      var left = 0
      for cell in cells where await cell.result.isCancellation { left += 1 }
      return (left, toy.started.count, await loader.counts.started)
    } check: { result, place in
      XCTAssertEqual(result.0, 5, place)
      XCTAssertEqual(result.1, 0, place)
      XCTAssertEqual(result.2, 0, place)
    }
  }

  func testAFailureReachesEveryCallerAndTheNextCallLoadsAgain() {
    underEverySchedule { simulation in
      let toy = ToyLoad(simulation)
      toy.failNext(1)
      let loader = ImageLoader(load: toy.run)
      let cells = (0..<10).map { cell in
        simulation.start("cell \(cell)") { try await loader.image(for: Self.key) }
      }
      try await simulation.untilQuiet()
      toy.gate.open()
      var failures = 0
      for cell in cells {
        if case .failure(let error) = await cell.result, error is ToyLoad.Failure { failures += 1 }
      }
      let again = try await loader.image(for: Self.key).shows(Self.key)
      return (failures, again, await loader.counts)
    } check: { result, place in
      XCTAssertEqual(result.0, 10, place)
      XCTAssertTrue(result.1, place)
      XCTAssertEqual(result.2.failed, 1, place)
      XCTAssertEqual(result.2.succeeded, 1, place)
    }
  }

  func testALoadThatGivesUpByItselfHasFailed() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let loader = ImageLoader { _ in throw CancellationError() }
      let cell = simulation.start("cell") { try await loader.image(for: Self.key) }
      return (await cell.result.isCancellation, await loader.counts)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1.failed, 1, place)
      XCTAssertEqual(result.1.cancelled, 0, place)
    }
  }

  func testALoadMayAskItsOwnLoader() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let itself = Mutex<ImageLoader?>(nil)
      let loader = ImageLoader { key in
        guard key == Self.key else { return ToyLoad.picture(of: key) }
        let inner = itself.withLock { $0 }
        return try await inner?.image(for: ToyLoad.key(8)) ?? ToyLoad.picture(of: key)
      }
      itself.withLock { $0 = loader }
      defer { itself.withLock { $0 = nil } }
      return try await loader.image(for: Self.key).shows(ToyLoad.key(8))
    } check: { isInner, place in
      XCTAssertTrue(isInner, place)
    }
  }

  func testTheLoaderLivesNoLongerThanItsWork() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let toy = ToyLoad(simulation)
      var loader: ImageLoader? = ImageLoader(load: toy.run)
      let reference = WeakReference(loader)
      let cell = Task { [loader] in try await loader?.image(for: Self.key) }
      try await toy.gate.untilWaiting(1)
      cell.cancel()
      _ = await cell.result
      try await simulation.untilQuiet()
      loader = nil
      return reference.object == nil
    }
    XCTAssertTrue(try run.get())
  }
}
