import ActorReentrancyDuplicateSolution
import Foundation
import Simulation
import Vocabulary
import XCTest

final class ActorReentrancyDuplicateTests: ScheduledTestCase {
  /// A file whose only byte says the how-manyth download brought it.
  private static func file(_ number: Int) -> EncodedImage {
    EncodedImage(Data([UInt8(truncatingIfNeeded: number)]))
  }

  /// A cache over held downloads. The n-th download in all brings file n, counted from zero.
  private final class World: Sendable {
    let gate: Gate
    let starts = Notebook<URL>()
    let cache: DownloadCache

    init(_ simulation: Simulation, limit: Int = 2, failing: Set<Int> = []) {
      let gate = simulation.gate("download")
      self.gate = gate
      cache = DownloadCache(limit: limit) { [starts] url in
        let number = starts.count
        starts.add(url)
        try await gate.pass()
        if failing.contains(number) { throw ToyLoad.Failure() }
        return ActorReentrancyDuplicateTests.file(number)
      }
    }
  }

  func testUpToThreeCallersShareOneDownload() {
    for callers in 1...3 {
      underEverySchedule { simulation in
        let world = World(simulation)
        let tasks = (0..<callers).map { caller in
          simulation.start("caller \(caller)") {
            for _ in 0..<caller { await Task.yield() }
            return try await world.cache.image(for: ToyLoad.url(7))
          }
        }
        world.gate.open()
        var files: [EncodedImage] = []
        for task in tasks { files.append(try await task.value) }
        files.append(try await world.cache.image(for: ToyLoad.url(7)))
        return (files, world.starts.count)
      } check: { result, place in
        XCTAssertEqual(result.0, Array(repeating: Self.file(0), count: callers + 1), place)
        XCTAssertEqual(result.1, 1, place)
      }
    }
  }

  func testAFailureReachesAllAndIsNotKept() {
    underEverySchedule { simulation in
      let world = World(simulation, failing: [0])
      let tasks = (0..<3).map { caller in
        simulation.start("caller \(caller)") {
          try await world.cache.image(for: ToyLoad.url(7))
        }
      }
      try await simulation.untilQuiet()
      world.gate.open()
      var failures = 0
      for task in tasks {
        if case .failure(let error) = await task.result, error is ToyLoad.Failure { failures += 1 }
      }
      return (failures, try await world.cache.image(for: ToyLoad.url(7)))
    } check: { result, place in
      XCTAssertEqual(result.0, 3, place)
      XCTAssertEqual(result.1, Self.file(1), place)
    }
  }

  func testAnInvalidationWinsOverTheLateStore() {
    underEverySchedule { simulation in
      let world = World(simulation)
      let early = simulation.start("early") {
        try await world.cache.image(for: ToyLoad.url(7))
      }
      try await world.gate.untilWaiting(1)
      await world.cache.invalidate(ToyLoad.url(7))
      world.gate.open()
      let before = try await early.value
      let after = try await world.cache.image(for: ToyLoad.url(7))
      let again = try await world.cache.image(for: ToyLoad.url(7))
      return [before, after, again]
    } check: { files, place in
      XCTAssertEqual(files, [Self.file(0), Self.file(1), Self.file(1)], place)
    }
  }

  func testTheOldDownloadAndTheNewOneEndInEitherOrder() {
    for isOldFirst in [true, false] {
      for fails in [true, false] {
        underEverySchedule(seeds: 0..<30) { simulation in
          let gates = [simulation.gate("old"), simulation.gate("new")]
          let starts = Notebook<URL>()
          let cache = DownloadCache { url in
            let number = starts.count
            starts.add(url)
            try await gates[min(number, 1)].pass()
            if fails, number == 0 { throw ToyLoad.Failure() }
            return Self.file(number)
          }
          let old = simulation.start("old") { try await cache.image(for: ToyLoad.url(7)) }
          try await gates[0].untilWaiting(1)
          await cache.invalidate(ToyLoad.url(7))
          let new = simulation.start("new") { try await cache.image(for: ToyLoad.url(7)) }
          try await gates[1].untilWaiting(1)
          gates[isOldFirst ? 0 : 1].open()
          try await simulation.untilQuiet()
          let joined = simulation.start("joined") { try await cache.image(for: ToyLoad.url(7)) }
          try await simulation.untilQuiet()
          gates[isOldFirst ? 1 : 0].open()
          _ = await old.result
          let files = [try await new.value, try await joined.value]
          return (files + [try await cache.image(for: ToyLoad.url(7))], starts.count)
        } check: { result, place in
          XCTAssertEqual(result.0, Array(repeating: Self.file(1), count: 3), place)
          XCTAssertEqual(result.1, 2, place)
        }
      }
    }
  }

  func testALimitOfTwoIsNeverThree() {
    underEverySchedule { simulation in
      let running = Notebook<Int>()
      let cache = DownloadCache { url in
        running.add(1)
        defer { running.add(-1) }
        let photo = Int(url.lastPathComponent) ?? 0
        try await simulation.clock.sleep(for: .milliseconds(photo % 3))
        if photo % 4 == 0 { throw ToyLoad.Failure() }
        return Self.file(photo)
      }
      let tasks = (0..<20).map { photo in
        simulation.start("caller \(photo)") { try await cache.image(for: ToyLoad.url(photo)) }
      }
      var failures = 0
      for task in tasks { if case .failure = await task.result { failures += 1 } }
      return (running.peak, running.sum, failures)
    } check: { result, place in
      XCTAssertEqual(result.0, 2, place)
      XCTAssertEqual(result.1, 0, place)
      XCTAssertEqual(result.2, 5, place)
    }
  }

  func testALimitBelowOneIsOne() {
    underEverySchedule(seeds: 0..<5) { simulation in
      let world = World(simulation, limit: -3)
      let tasks = (0..<3).map { photo in
        simulation.start("caller \(photo)") {
          try await world.cache.image(for: ToyLoad.url(photo))
        }
      }
      try await simulation.untilQuiet()
      let started = world.starts.count
      world.gate.open()
      for task in tasks { _ = try await task.value }
      return (started, world.starts.count)
    } check: { result, place in
      XCTAssertEqual(result.0, 1, place)
      XCTAssertEqual(result.1, 3, place)
    }
  }

  func testACancelledCallerHarmsNobody() {
    underEverySchedule { simulation in
      let world = World(simulation)
      let leaver = simulation.start("leaver") {
        try await world.cache.image(for: ToyLoad.url(7))
      }
      let stayer = simulation.start("stayer") {
        try await world.cache.image(for: ToyLoad.url(7))
      }
      try await simulation.untilQuiet()
      leaver.cancel()
      let late = simulation.start("late") {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await world.cache.image(for: ToyLoad.url(8))
      }
      let isLate = await late.result.isCancellation
      world.gate.open()
      let left = await leaver.result.isCancellation
      return (isLate && left, try await stayer.value, world.starts.count)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1, Self.file(0), place)
      XCTAssertEqual(result.2, 1, place)
    }
  }

  func testTheCacheLivesNoLongerThanItsWork() throws {
    let simulation = Simulation()
    let run = simulation.run {
      var cache: DownloadCache? = DownloadCache { _ in Self.file(0) }
      let reference = WeakReference(cache)
      _ = try await cache?.image(for: ToyLoad.url(7))
      try await simulation.untilQuiet()
      cache = nil
      return reference.object == nil
    }
    XCTAssertTrue(try run.get())
  }
}
