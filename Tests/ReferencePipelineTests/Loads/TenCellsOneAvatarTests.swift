import Simulation
import Synchronization
import TenCellsOneAvatarSolution
import Vocabulary
import XCTest

final class TenCellsOneAvatarTests: ScheduledTestCase {
  func testTenCallersShareOneLoadAndGetTenResults() {
    underEverySchedule { simulation in
      let toy = ToyLoad(simulation)
      let loader = AvatarLoader(load: toy.run)
      let cells = (0..<10).map { cell in
        simulation.start("cell \(cell)") { try await loader.image(for: ToyLoad.key(7)) }
      }
      try await simulation.untilQuiet()
      toy.gate.open()
      var shown = 0
      for cell in cells where try await cell.value.shows(ToyLoad.key(7)) { shown += 1 }
      return (toy.started.count, shown)
    } check: { result, place in
      XCTAssertEqual(result.0, 1, place)
      XCTAssertEqual(result.1, 10, place)
    }
  }

  func testTwoSizesOfOnePhotoAreTwoLoads() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let toy = ToyLoad(simulation)
      let loader = AvatarLoader(load: toy.run)
      let row = simulation.start("row") { try await loader.image(for: ToyLoad.key(7, 360)) }
      let viewer = simulation.start("viewer") {
        try await loader.image(for: ToyLoad.key(7, 1170))
      }
      try await toy.gate.untilWaiting(2)
      toy.gate.open()
      return (try await row.value.size.width, try await viewer.value.size.width)
    } check: { widths, place in
      XCTAssertEqual(widths.0, 360, place)
      XCTAssertEqual(widths.1, 1170, place)
    }
  }

  func testACallerJoinsWhileTheDecodeRuns() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let bytes = simulation.gate("bytes")
      let decode = simulation.gate("decode")
      let started = Mutex(0)
      let loader = AvatarLoader { key in
        started.withLock { $0 += 1 }
        try await bytes.pass()
        try await decode.pass()
        return ToyLoad.picture(of: key)
      }
      let early = simulation.start("early") { try await loader.image(for: ToyLoad.key(7)) }
      try await bytes.untilWaiting(1)
      bytes.open()
      try await decode.untilWaiting(1)
      let late = simulation.start("late") { try await loader.image(for: ToyLoad.key(7)) }
      try await simulation.untilQuiet()
      decode.open()
      let isSame = try await early.value === late.value
      return (isSame, started.withLock { $0 })
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1, 1, place)
    }
  }

  func testAFailureReachesAllTenAndTheNextCallLoadsAgain() {
    underEverySchedule { simulation in
      let toy = ToyLoad(simulation)
      toy.failNext(1)
      let loader = AvatarLoader(load: toy.run)
      let cells = (0..<10).map { cell in
        simulation.start("cell \(cell)") { try await loader.image(for: ToyLoad.key(7)) }
      }
      try await simulation.untilQuiet()
      toy.gate.open()
      var failures = 0
      for cell in cells {
        if case .failure(let error) = await cell.result, error is ToyLoad.Failure { failures += 1 }
      }
      let again = try await loader.image(for: ToyLoad.key(7)).shows(ToyLoad.key(7))
      return (failures, again, toy.started.count)
    } check: { result, place in
      XCTAssertEqual(result.0, 10, place)
      XCTAssertTrue(result.1, place)
      XCTAssertEqual(result.2, 2, place)
    }
  }

  func testNothingIsRememberedAfterSuccess() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let toy = ToyLoad(simulation, isOpen: true)
      let loader = AvatarLoader(load: toy.run)
      for _ in 0..<3 { _ = try await loader.image(for: ToyLoad.key(7)) }
      return toy.started.count
    } check: { started, place in
      XCTAssertEqual(started, 3, place)
    }
  }

  func testOtherPhotosGoOnMeanwhile() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let toy = ToyLoad(simulation)
      let loader = AvatarLoader { key in
        key == ToyLoad.key(7) ? try await toy.run(key) : ToyLoad.picture(of: key)
      }
      let held = simulation.start("held") { try await loader.image(for: ToyLoad.key(7)) }
      try await toy.gate.untilWaiting(1)
      let other = try await loader.image(for: ToyLoad.key(8)).shows(ToyLoad.key(8))
      toy.gate.open()
      _ = try await held.value
      return other
    } check: { other, place in
      XCTAssertTrue(other, place)
    }
  }

  func testWhoArrivesAsTheLoadEndsIsNeverLeftWithoutAnAnswer() {
    underEverySchedule { simulation in
      let toy = ToyLoad(simulation)
      let loader = AvatarLoader(load: toy.run)
      let first = simulation.start("first") { try await loader.image(for: ToyLoad.key(7)) }
      try await toy.gate.untilWaiting(1)
      toy.gate.open()
      let late = (0..<3).map { number in
        simulation.start("late \(number)") {
          for _ in 0..<number { await Task.yield() }
          return try await loader.image(for: ToyLoad.key(7))
        }
      }
      var answers = try await first.value.shows(ToyLoad.key(7)) ? 1 : 0
      for caller in late where try await caller.value.shows(ToyLoad.key(7)) { answers += 1 }
      return (answers, toy.started.count)
    } check: { result, place in
      XCTAssertEqual(result.0, 4, place)
      XCTAssertTrue((1...4).contains(result.1), place)
    }
  }

  func testACancelledCallerHarmsNobody() {
    underEverySchedule { simulation in
      let toy = ToyLoad(simulation)
      let loader = AvatarLoader(load: toy.run)
      let leaver = simulation.start("leaver") { try await loader.image(for: ToyLoad.key(7)) }
      let stayer = simulation.start("stayer") { try await loader.image(for: ToyLoad.key(7)) }
      try await toy.gate.untilWaiting(1)
      try await simulation.untilQuiet()
      leaver.cancel()
      try await simulation.untilQuiet()
      toy.gate.open()
      let left = await leaver.result.isCancellation
      return (left, try await stayer.value.shows(ToyLoad.key(7)), toy.started.count)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertTrue(result.1, place)
      XCTAssertEqual(result.2, 1, place)
    }
  }

  func testACallerThatWasCancelledBeforeStartsNothing() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let toy = ToyLoad(simulation, isOpen: true)
      let loader = AvatarLoader(load: toy.run)
      let cell = simulation.start("cell") {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await loader.image(for: ToyLoad.key(7))
      }
      return (await cell.result.isCancellation, toy.started.count)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1, 0, place)
    }
  }

  func testTenThousandKeysLeaveNothing() {
    underEverySchedule(seeds: 0..<1) { simulation in
      let toy = ToyLoad(simulation)
      let loader = AvatarLoader(load: toy.run)
      let cells = (0..<10_000).map { photo in
        Task { try await loader.image(for: ToyLoad.key(photo)) }
      }
      try await toy.gate.untilWaiting(10_000)
      toy.gate.open()
      for cell in cells { _ = try await cell.value }
      return (toy.started.count, toy.ended.count)
    } check: { result, place in
      XCTAssertEqual(result.0, 10_000, place)
      XCTAssertEqual(result.1, 10_000, place)
    }
  }

  func testTheLoaderLivesNoLongerThanItsWork() {
    let simulation = Simulation()
    let run = simulation.run {
      let toy = ToyLoad(simulation, isOpen: true)
      var loader: AvatarLoader? = AvatarLoader(load: toy.run)
      let reference = WeakReference(loader)
      _ = try await loader?.image(for: ToyLoad.key(7))
      try await simulation.untilQuiet()
      loader = nil
      return reference.object == nil
    }
    XCTAssertTrue(try run.get())
  }
}
