import ActorOrLockSolution
import Foundation
import Simulation
import Vocabulary
import XCTest

final class ActorOrLockTests: XCTestCase {
  func testItIsAnExactTierInBytes() {
    let cache = LockedImageCache(budget: 640)
    let keys = (0..<12).map { BytesToys.key("/\($0)") }
    for number in 0..<10 { cache.insert(BytesToys.picture(blocks: 1), for: keys[number]) }
    XCTAssertNotNil(cache.image(for: keys[0]))
    cache.insert(BytesToys.picture(blocks: 2), for: keys[10])
    XCTAssertNil(cache.image(for: keys[1]))
    XCTAssertNil(cache.image(for: keys[2]))
    XCTAssertNotNil(cache.image(for: keys[0]), "it was used last")
    XCTAssertEqual(cache.byteCount, 640)
    cache.insert(BytesToys.picture(blocks: 11), for: keys[0])
    XCTAssertNil(cache.image(for: keys[0]), "refused, and the former one is gone")
    cache.insert(BytesToys.picture(blocks: 3), for: keys[10])
    XCTAssertEqual(cache.byteCount, 640)
    cache.remove(keys[10])
    XCTAssertEqual(cache.byteCount, 448)
    cache.trim(toBytes: 200)
    XCTAssertEqual(cache.byteCount, 192)
    cache.insert(BytesToys.picture(blocks: 0), for: keys[11])
    cache.trim(toBytes: 0)
    XCTAssertNil(cache.image(for: keys[11]))
    XCTAssertEqual(cache.byteCount, 0)
  }

  func testEightThreads() {
    let cache = LockedImageCache(budget: 64 * 200)
    let wrong = BytesToys.Tally()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      var dice = BytesToys.Dice(seed: UInt64(thread))
      for step in 0..<3_000 {
        let photo = Int.random(in: 1..<60, using: &dice)
        let key = BytesToys.key("/\(photo)")
        switch step % 4 {
        case 0: cache.insert(BytesToys.picture(blocks: photo), for: key)
        case 3 where step % 12 == 3: cache.remove(key)
        default:
          if let image = cache.image(for: key), image.byteCount != 64 * photo { wrong.add() }
        }
        if cache.byteCount > 64 * 200 { wrong.add() }
      }
    }
    XCTAssertEqual(wrong.value, 0)
    var sum = 0
    for photo in 1..<60 { sum += cache.image(for: BytesToys.key("/\(photo)"))?.byteCount ?? 0 }
    XCTAssertEqual(cache.byteCount, sum)
  }

  func testAReadIsThereWhileADecodeRuns() throws {
    let simulation = Simulation()
    let gate = simulation.gate("decoder")
    let cache = LockedImageCache(budget: 6_400)
    cache.insert(BytesToys.picture(blocks: 1), for: BytesToys.key("/other"))
    let run = simulation.run {
      let load = Task {
        try await cache.image(for: BytesToys.key("/p")) {
          try await gate.pass()
          return BytesToys.picture(blocks: 2)
        }
      }
      try await gate.untilWaiting(1)
      XCTAssertNotNil(cache.image(for: BytesToys.key("/other")))
      XCTAssertNil(cache.image(for: BytesToys.key("/p")))
      gate.open()
      let image = try await load.value
      XCTAssertTrue(cache.image(for: BytesToys.key("/p")) === image)
      let again = try await cache.image(for: BytesToys.key("/p")) { throw BytesToyError() }
      XCTAssertTrue(again === image)
    }
    try run.get()
    XCTAssertTrue(run.leftovers.isEmpty)
  }

  func testTheLoaderAndTheEndOfAPictureMayUseTheCache() throws {
    let cache = LockedImageCache(budget: 64)
    let run = Simulation().run {
      let image = try await cache.image(for: BytesToys.key("/a")) {
        cache.insert(
          BytesToys.picture(blocks: 1) { cache.remove(BytesToys.key("/b")) },
          for: BytesToys.key("/b"))
        return try await cache.image(for: BytesToys.key("/c")) { BytesToys.picture(blocks: 1) }
      }
      XCTAssertTrue(cache.image(for: BytesToys.key("/a")) === image)
    }
    try run.get()
    XCTAssertEqual(cache.byteCount, 64)
  }

  func testAFailureReachesTheCallerAndLeavesNothing() throws {
    let cache = LockedImageCache(budget: 640)
    let run = Simulation().run {
      do {
        _ = try await cache.image(for: BytesToys.key("/p")) { throw BytesToyError() }
        XCTFail("no error")
      } catch {
        XCTAssertEqual(error as? BytesToyError, BytesToyError())
      }
      XCTAssertNil(cache.image(for: BytesToys.key("/p")))
      _ = try await cache.image(for: BytesToys.key("/p")) { BytesToys.picture(blocks: 1) }
    }
    try run.get()
    XCTAssertEqual(cache.byteCount, 64)
  }

  func testARemovalWinsOverAPictureInTheMakingInAnyOrder() throws {
    for seed in UInt64(0)..<100 {
      let simulation = Simulation(schedule: .shuffled(seed))
      let gate = simulation.gate("decoder")
      let cache = LockedImageCache(budget: 640)
      let key = BytesToys.key("/p")
      let run = simulation.run {
        let loads = (0..<3).map { _ in
          Task {
            try await cache.image(for: key) {
              try await gate.pass()
              return BytesToys.picture(blocks: 1)
            }
          }
        }
        try await gate.untilWaiting(3)
        cache.remove(key)
        gate.release(2)
        try await simulation.untilQuiet()
        XCTAssertNil(cache.image(for: key))
        let late = Task {
          try await cache.image(for: key) {
            try await gate.pass()
            return BytesToys.picture(blocks: 2)
          }
        }
        try await gate.untilWaiting(2)
        loads[0].cancel()
        gate.open()
        for load in loads { _ = await load.result }
        let image = try await late.value
        XCTAssertTrue(cache.image(for: key) === image, "it began after the removal")
      }
      try run.get()
      XCTAssertTrue(run.leftovers.isEmpty)
    }
  }
}
