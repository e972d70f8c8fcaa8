import XCTest

@testable import Simulation

final class RawSleepTests: XCTestCase {
  func testRoundsUpToTheMillisecond() {
    XCTAssertEqual(delay(aboutToEndIn: .milliseconds(9_899) + .microseconds(980)), 9_900)
    XCTAssertEqual(delay(aboutToEndIn: .microseconds(33_332)), 34)
    XCTAssertEqual(delay(aboutToEndIn: .zero), 0)
  }

  func testASleepThatIsOverHasNoLength() {
    XCTAssertEqual(delay(aboutToEndIn: .milliseconds(-20)), 0)
    XCTAssertEqual(delay(aboutToEndIn: .milliseconds(-20), missing: .milliseconds(50)), 0)
    XCTAssertEqual(RawSleep.exactly(.seconds(-1)).delay(missing: .zero), .zero)
    XCTAssertEqual(RawSleep.exactly(.seconds(Int64.min)).delay(missing: .zero), .zero)
    XCTAssertEqual(RawSleep.exactly(Duration(attoseconds: .min)).delay(missing: .zero), .zero)
  }

  /// The thread was interrupted between the sleep and the second look at the clock.
  func testAnInterruptionIsMadeUpFor() {
    XCTAssertEqual(delay(aboutToEndIn: .microseconds(95_800), missing: .microseconds(4_300)), 100)
    XCTAssertEqual(delay(aboutToEndIn: .microseconds(5_100), missing: .milliseconds(5)), 10)
    XCTAssertEqual(delay(aboutToEndIn: .microseconds(1_200), missing: .microseconds(3_900)), 5)
    XCTAssertEqual(delay(aboutToEndIn: .milliseconds(990), missing: .milliseconds(15)), 1_000)
  }

  func testAKnownDurationIsNotGuessed() {
    XCTAssertEqual(RawSleep.exactly(.milliseconds(7)).delay(missing: .seconds(1)).inWhole, 7)
  }

  func testSleepsForeverWithoutOverflow() {
    let forever = RawSleep.exactly(.seconds(Int64.max)).delay(missing: .zero)
    XCTAssertGreaterThan(forever, .seconds(86_400 * 365 * 1_000))
  }

  private func delay(aboutToEndIn rest: Duration, missing: Duration = .zero) -> Int {
    RawSleep.aboutToEnd(in: rest).delay(missing: missing).inWhole
  }
}

extension Duration {
  fileprivate var inWhole: Int { Int(self / .milliseconds(1)) }
}
