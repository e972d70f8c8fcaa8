import Simulation
import Vocabulary
import XCTest

@testable import SimulatedPhone

final class MainActorMeterTests: XCTestCase {
  func testWorkIsLaidBehindWorkThatGoesOn() {
    var log = BusyLog(rates: [60, 120])
    log.spend(.milliseconds(25), at: .milliseconds(100))
    XCTAssertEqual(log.busyUntil, .milliseconds(125))
    log.spend(.milliseconds(10), at: .milliseconds(110))
    XCTAssertEqual(log.busyUntil, .milliseconds(135))
    XCTAssertEqual(log.longest, .milliseconds(35))
    log.spend(.milliseconds(20), at: .milliseconds(135))
    XCTAssertEqual(log.longest, .milliseconds(35))
    log.spend(.milliseconds(40), at: .milliseconds(500))
    XCTAssertEqual(log.longest, .milliseconds(40))
    XCTAssertEqual(log.total, .milliseconds(95))
  }

  func testAFrameInsideAStretchIsMissed() {
    // 60 Hz: frames at 0, 16.7, 33.3, 50 ms; 120 Hz: at 0, 8.3, 16.7, 25 ms.
    for (start, length, at60, at120) in [
      (0, 8, 0, 0), (0, 9, 0, 1), (0, 16, 0, 1), (0, 17, 1, 2), (1, 25, 1, 3), (10, 6, 0, 0),
      (0, 100, 5, 11),
    ] {
      var log = BusyLog(rates: [60, 120])
      log.spend(.milliseconds(length), at: .milliseconds(start))
      XCTAssertEqual(log.missed[60], at60, "\(length) ms from \(start) ms at 60 Hz")
      XCTAssertEqual(log.missed[120], at120, "\(length) ms from \(start) ms at 120 Hz")
    }
  }

  func testManySmallPiecesMissWhatOneLargeOneMisses() {
    var whole = BusyLog(rates: [60, 120])
    whole.spend(.milliseconds(200), at: .milliseconds(3))
    var parts = BusyLog(rates: [60, 120])
    for _ in 0..<2_000 { parts.spend(.microseconds(100), at: .milliseconds(3)) }
    XCTAssertEqual(parts.missed, whole.missed)
    XCTAssertEqual(parts.longest, whole.longest)
    XCTAssertEqual(parts.busyUntil, whole.busyUntil)
  }

  func testNothingIsSpentByNothing() {
    var log = BusyLog(rates: [60])
    log.spend(.zero, at: .zero)
    log.spend(.milliseconds(-5), at: .milliseconds(5))
    XCTAssertEqual(log.total, .zero)
    XCTAssertEqual(log.longest, .zero)
  }

  func testFramesDoNotDrift() {
    for rate in [1, 24, 60, 90, 120] {
      let ticks = FrameTicks(rate: rate)
      var instant = Duration.zero
      for _ in 0..<(3 * rate) {
        let next = ticks.next(after: instant)
        XCTAssertGreaterThan(next, instant)
        XCTAssertEqual(
          ticks.count(before: next.flooredNanoseconds),
          ticks.count(before: instant.flooredNanoseconds) + 1)
        instant = next
      }
      XCTAssertEqual(instant, .seconds(3))
    }
    XCTAssertEqual(FrameTicks(rate: 0).next(after: .zero), .seconds(1))
    XCTAssertEqual(FrameTicks(rate: -3).rate, 1)
    XCTAssertEqual(FrameTicks(rate: .max).next(after: .zero), .nanoseconds(1))
  }

  func testNanosecondsAreRoundedDownAndBounded() {
    XCTAssertEqual(Duration.nanoseconds(-1).flooredNanoseconds, -1)
    XCTAssertEqual((Duration.zero - Duration.nanoseconds(1) / 2).flooredNanoseconds, -1)
    XCTAssertEqual((Duration.nanoseconds(3) / 2).flooredNanoseconds, 1)
    XCTAssertEqual(Duration.seconds(Int64.max).flooredNanoseconds, .max / 8)
    XCTAssertEqual(Duration.seconds(Int64.min).flooredNanoseconds, .min / 8)
    var log = BusyLog(rates: [60])
    log.spend(.seconds(Int64.max / 4), at: .zero)
    log.spend(.seconds(Int64.max / 4), at: .seconds(1))
    XCTAssertEqual(log.longest, log.total)
  }

  func testTheMeterFollowsVirtualTime() throws {
    let simulation = Simulation()
    let device = SimulatedDevice(.phone12GB, simulation: simulation)
    let run = simulation.run {
      try await simulation.clock.sleep(for: .seconds(10))
      await device.workOnMainActor(.milliseconds(25))
      XCTAssertTrue(device.mainActor.isBusy)
      try await simulation.clock.sleep(until: device.mainActor.busyUntil)
      XCTAssertFalse(device.mainActor.isBusy)
      await device.workOnMainActor(.milliseconds(5))
    }
    try run.get()
    XCTAssertEqual(run.elapsed, .milliseconds(10_025))
    XCTAssertEqual(device.mainActor.longestStretch, .milliseconds(25))
    XCTAssertEqual(device.mainActor.missedFrames(at: 60), 1)
    XCTAssertEqual(device.mainActor.missedFrames(at: 120), 2)
    XCTAssertNil(device.mainActor.missedFrames(at: 7))
  }

  func testTheMainActorIsToldFromOthers() throws {
    for hops in ActorHops.allCases {
      let run = Simulation(hops: hops).run {
        let found = [
          MainActor.isCurrent, await onMainActor(), await onMainActorWithDetour(),
          await Other().isMainActor(), await Task.detached { MainActor.isCurrent }.value,
          await Task { @MainActor in MainActor.isCurrent }.value, MainActor.isCurrent,
        ]
        return found
      }
      XCTAssertEqual(try run.get(), [false, true, true, false, false, true, false])
    }
  }
}

extension SimulatedDevice {
  @MainActor fileprivate func workOnMainActor(_ duration: Duration) {
    mainActor.spend(duration)
  }
}

@MainActor private func onMainActor() -> Bool { asked() }

@MainActor private func onMainActorWithDetour() async -> Bool {
  _ = await Other().isMainActor()
  await Task.yield()
  return asked()
}

private func asked() -> Bool { MainActor.isCurrent }

private actor Other {
  func isMainActor() -> Bool { asked() }
}
