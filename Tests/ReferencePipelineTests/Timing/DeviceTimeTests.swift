import Foundation
import StalenessBudgetSolution
import Vocabulary
import XCTest

@testable import ReferencePipeline

/// The clocks of the machine that runs the tests, as far as they promise anything.
final class DeviceTimeTests: XCTestCase {
  func testTheUptimeNeverGoesBackAndCountsSleep() {
    let time = DeviceTime()
    var last = time.uptime
    for _ in 0..<1_000 {
      let awake = ProcessInfo.processInfo.systemUptime
      let next = time.uptime
      XCTAssertGreaterThanOrEqual(next, last)
      XCTAssertGreaterThanOrEqual(next, .seconds(awake) - .microseconds(1), "sleep comes on top")
      last = next
    }
  }

  func testTheBootHasOneName() {
    let boot = DeviceTime().boot
    XCTAssertFalse(boot.isEmpty)
    XCTAssertEqual(boot, DeviceTime().boot)
    XCTAssertFalse(boot.contains { $0.isWhitespace && $0 != " " })
  }

  func testWithoutANameOfTheBootTheLaunchHasOne() {
    let (one, other) = (DeviceTime(bootName: nil), DeviceTime(bootName: nil))
    XCTAssertEqual(one.boot, other.boot, "within a launch ages are exact")
    XCTAssertNotEqual(one.boot, DeviceTime(bootName: "boot").boot)
  }

  func testACopyGrowsOldByIt() throws {
    let time = DeviceTime()
    let stamp = FreshnessStamp(at: time)
    let kept = try JSONDecoder().decode(
      FreshnessStamp.self, from: JSONEncoder().encode(stamp))
    let age = try XCTUnwrap(kept.age(at: DeviceTime()))
    XCTAssertGreaterThanOrEqual(age, .zero)
  }
}
