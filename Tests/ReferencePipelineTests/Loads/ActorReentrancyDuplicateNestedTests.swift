import ActorReentrancyDuplicateSolution
import Foundation
import Simulation
import Synchronization
import Vocabulary
import XCTest

/// Downloads that ask the cache, or another one, for other URLs.
final class ActorReentrancyDuplicateNestedTests: ScheduledTestCase {
  /// One or two caches whose downloads need others first, and a count of those at work.
  ///
  /// A photo below 100 belongs to the first cache, any other to the second.
  private final class World: Sendable {
    let working = Notebook<Int>()
    private let needs: [Int: [Int]]
    private let simulation: Simulation
    private let caches = Mutex<[DownloadCache]>([])

    init(_ simulation: Simulation, limit: Int = 1, needs: [Int: [Int]]) {
      self.needs = needs
      self.simulation = simulation
      caches.withLock { [self] caches in
        caches = (0..<2).map { _ in
          DownloadCache(limit: limit) { try await self.download($0) }
        }
      }
    }

    func file(_ photo: Int) async throws -> EncodedImage {
      let cache = caches.withLock { $0[photo < 100 ? 0 : 1] }
      return try await cache.image(for: ToyLoad.url(photo))
    }

    func ask(_ photo: Int) -> Task<EncodedImage, any Error> {
      simulation.start("caller of \(photo)") { try await self.file(photo) }
    }

    /// The caches hold this, and this holds the caches.
    func close() {
      caches.withLock { $0 = [] }
    }

    private func download(_ url: URL) async throws -> EncodedImage {
      let photo = Int(url.lastPathComponent) ?? -1
      try await work()
      for other in needs[photo] ?? [] {
        _ = try await file(other)
        try await work()
      }
      if photo == 13 { throw ToyLoad.Failure() }
      return EncodedImage(Data([UInt8(photo % 100)]))
    }

    private func work() async throws {
      working.add(1)
      defer { working.add(-1) }
      try await simulation.clock.sleep(for: .milliseconds(1))
    }
  }

  /// Asks for photos, and hands out how many came, how many were refused as cycles, and the most
  /// that were at work at once.
  private static func outcome(
    _ simulation: Simulation, limit: Int, needs: [Int: [Int]], ask photos: [Int]
  ) async -> (came: Int, refused: Int, most: Int) {
    let world = World(simulation, limit: limit, needs: needs)
    defer { world.close() }
    var (came, refused) = (0, 0)
    for task in photos.map(world.ask) {
      switch await task.result {
      case .success: came += 1
      case .failure(let error): refused += error is DownloadCycle ? 1 : 0
      }
    }
    return (came, refused, world.working.peak)
  }

  func testADownloadMayAskTheSameCacheEvenWithOneSlot() {
    underEverySchedule { simulation in
      await Self.outcome(simulation, limit: 1, needs: [1: [2], 2: [3]], ask: [1])
    } check: { result, place in
      XCTAssertEqual(result.came, 1, place)
      XCTAssertEqual(result.most, 1, place)
    }
  }

  func testThoseThatHoldAllSlotsMayAskForMoreAndTheLimitHolds() {
    let needs = [1: [11], 2: [12, 11], 3: [20], 4: [20, 12]]
    underEverySchedule { simulation in
      await Self.outcome(simulation, limit: 2, needs: needs, ask: [1, 2, 3, 4, 20, 21, 22])
    } check: { result, place in
      XCTAssertEqual(result.came, 7, place)
      XCTAssertEqual(result.most, 2, place)
    }
  }

  func testTwoCachesThatCallEachOtherFinish() {
    let needs = [1: [101], 2: [102], 101: [11], 102: [12], 103: [1, 2], 11: [104]]
    underEverySchedule { simulation in
      await Self.outcome(simulation, limit: 1, needs: needs, ask: [1, 2, 101, 102, 103])
    } check: { result, place in
      XCTAssertEqual(result.came, 5, place)
      XCTAssertLessThanOrEqual(result.most, 2, "\(place): one in each cache")
    }
  }

  func testAFailureInsideReachesAllAndGivesEverySlotBack() {
    underEverySchedule { simulation in
      await Self.outcome(simulation, limit: 1, needs: [1: [13], 2: [13]], ask: [1, 2, 13, 3, 4])
    } check: { result, place in
      XCTAssertEqual(result.came, 2, place)
      XCTAssertEqual(result.refused, 0, place)
      XCTAssertEqual(result.most, 1, place)
    }
  }

  func testADownloadThatWaitsForItselfIsRefused() {
    underEverySchedule { simulation in
      await Self.outcome(simulation, limit: 2, needs: [1: [1]], ask: [1, 2])
    } check: { result, place in
      XCTAssertEqual(result.came, 1, place)
      XCTAssertEqual(result.refused, 1, place)
    }
  }

  func testARingOfDownloadsIsRefusedWhoeverStartedThem() {
    underEverySchedule { simulation in
      let same = await Self.outcome(
        simulation, limit: 2, needs: [1: [2], 2: [3], 3: [1]], ask: [1, 2, 3, 4])
      let across = await Self.outcome(
        simulation, limit: 1, needs: [1: [101], 101: [1]], ask: [1, 101, 102])
      return [same.came, same.refused, across.came, across.refused]
    } check: { result, place in
      XCTAssertEqual(result, [1, 3, 1, 2], place)
    }
  }

  func testTwoThatAreAskedForAtOnceFindTheirSlots() {
    underEverySchedule { simulation in
      let itself = Mutex<DownloadCache?>(nil)
      let cache = DownloadCache(limit: 1) { url in
        try await simulation.clock.sleep(for: .milliseconds(1))
        guard url == ToyLoad.url(1), let cache = itself.withLock({ $0 }) else {
          return EncodedImage(Data())
        }
        async let second = cache.image(for: ToyLoad.url(2))
        async let third = cache.image(for: ToyLoad.url(3))
        _ = try await (second, third)
        return try await cache.image(for: ToyLoad.url(4))
      }
      itself.withLock { $0 = cache }
      defer { itself.withLock { $0 = nil } }
      let others = (1..<6).map { photo in
        simulation.start("caller of \(photo)") { try await cache.image(for: ToyLoad.url(photo)) }
      }
      for other in others { _ = try await other.value }
      // Every slot is back: this one needs it.
      return try await cache.image(for: ToyLoad.url(9)).byteCount
    } check: { bytes, place in
      XCTAssertEqual(bytes, 0, place)
    }
  }

  func testATaskThatOutlivesItsDownloadHoldsNothingUp() {
    // It asks after its download has ended, or before, and is answered after.
    for asksLate in [true, false] {
      underEverySchedule { simulation in
        let itself = Mutex<DownloadCache?>(nil)
        let (before, inside) = (simulation.gate("before"), simulation.gate("inside"))
        let rest = Mutex<Task<Int, any Error>?>(nil)
        let cache = DownloadCache(limit: 1) { url in
          if url == ToyLoad.url(2) { try await inside.pass() }
          if url == ToyLoad.url(1), let cache = itself.withLock({ $0 }) {
            let leftOver = Task {
              if asksLate { try await before.pass() }
              return try await cache.image(for: ToyLoad.url(2)).byteCount
            }
            rest.withLock { $0 = leftOver }
            if !asksLate { try await inside.untilWaiting(1) }
          }
          return EncodedImage(Data([1]))
        }
        itself.withLock { $0 = cache }
        defer { itself.withLock { $0 = nil } }
        _ = try await cache.image(for: ToyLoad.url(1))
        before.open()
        inside.open()
        let late = try await rest.withLock { $0 }?.value
        let after = try await cache.image(for: ToyLoad.url(3)).byteCount
        return [late ?? 0, after]
      } check: { bytes, place in
        XCTAssertEqual(bytes, [1, 1], place)
      }
    }
  }

  /// No schedule here, only real threads: what is looked at holds in every order.
  func testOnRealThreadsAllComeAndTheLimitHolds() async throws {
    let running = Notebook<Int>()
    let cache = DownloadCache(limit: 2) { url in
      running.add(1)
      defer { running.add(-1) }
      await Task.yield()
      return EncodedImage(Data())
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<2_000 {
        group.addTask {
          _ = try await cache.image(for: ToyLoad.url(number % 40))
          if number % 10 == 0 { await cache.invalidate(ToyLoad.url(number % 40)) }
        }
      }
      try await group.waitForAll()
    }
    XCTAssertLessThanOrEqual(running.peak, 2)
    XCTAssertEqual(running.sum, 0)
  }
}
