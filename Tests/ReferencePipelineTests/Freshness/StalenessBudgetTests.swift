import Foundation
import StalenessBudgetSolution
import Vocabulary
import XCTest

final class StalenessBudgetTests: XCTestCase {
  private struct Time: TimeReading {
    var wallClock = Date(timeIntervalSince1970: 1_000_000)
    var uptime = Duration.seconds(5_000)
    var boot = "first"

    func later(_ seconds: Int, wall: Int? = nil) -> Time {
      var later = self
      later.uptime += .seconds(seconds)
      later.wallClock += TimeInterval(wall ?? seconds)
      return later
    }
  }

  private let start = Time()
  private let budget = StalenessBudget(fresh: .seconds(60), usable: .seconds(3_600))

  func testAtExactlyTheBudgetItIsOverAndOneTickBeforeItIsNot() {
    XCTAssertEqual(decide(start.later(59)), .show)
    XCTAssertEqual(decide(start.later(60)), .showAndRefresh)
    XCTAssertEqual(decide(start.later(3_599)), .showAndRefresh)
    XCTAssertEqual(decide(start.later(3_600)), .refuse)
  }

  func testEachScreenHasItsOwnBudget() {
    let stamp = FreshnessStamp(at: start)
    let time = start.later(600)
    XCTAssertEqual(
      StalenessBudget.avatar.decision(for: stamp, at: time, isOffline: false), .showAndRefresh)
    XCTAssertEqual(
      StalenessBudget.immutable.decision(for: stamp, at: time, isOffline: false), .show)
  }

  func testTheWallClockGoesBackAnHourAndTheEntryAgesAllTheSame() {
    XCTAssertEqual(decide(start.later(60, wall: -3_600)), .showAndRefresh)
    XCTAssertEqual(decide(start.later(3_600, wall: 0)), .refuse)
  }

  func testTheWallClockGoesForwardAndNothingExpiresForThat() {
    XCTAssertEqual(decide(start.later(10, wall: 86_400)), .show)
  }

  func testAfterARebootTheWallClockCounts() {
    var rebooted = start.later(100)
    rebooted.boot = "second"
    rebooted.uptime = .seconds(3)
    XCTAssertEqual(decide(rebooted), .showAndRefresh)
  }

  /// Stored while the clock was ahead, read after a reboot with the clock set right.
  func testACopyFromTheFutureIsRevalidatedOnceAndNotForEver() {
    var rebooted = start
    rebooted.boot = "second"
    rebooted.uptime = .zero
    rebooted.wallClock -= 7_200
    XCTAssertEqual(decide(rebooted), .showAndRefresh)
    let renewed = FreshnessStamp(at: rebooted)
    XCTAssertEqual(
      budget.decision(for: renewed, at: rebooted.later(1), isOffline: false), .show)
  }

  func testARelaunchWithinOneBootStillHasTheUptime() throws {
    let data = try JSONEncoder().encode(FreshnessStamp(at: start))
    let read = try JSONDecoder().decode(FreshnessStamp.self, from: data)
    XCTAssertEqual(read.age(at: start.later(61, wall: -999)), .seconds(61))
  }

  func testOfflineNothingIsThrownAwayAndTheStateSaysSo() {
    XCTAssertEqual(decide(start.later(100), isOffline: true), .show)
    XCTAssertEqual(decide(start.later(3_600), isOffline: true), .showAsStale)
  }

  func testBudgetsThatMakeNoSenseAreMadeSensible() {
    let odd = StalenessBudget(fresh: .seconds(-5), usable: .seconds(-9))
    XCTAssertEqual(odd.fresh, .zero)
    XCTAssertEqual(odd.usable, .zero)
    XCTAssertEqual(
      odd.decision(for: FreshnessStamp(at: start), at: start, isOffline: false), .refuse)
  }

  private func decide(_ time: Time, isOffline: Bool = false) -> StalenessBudget.Decision {
    budget.decision(for: FreshnessStamp(at: start), at: time, isOffline: isOffline)
  }
}
