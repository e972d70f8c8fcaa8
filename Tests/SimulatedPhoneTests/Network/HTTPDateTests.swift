import Foundation
import XCTest

@testable import SimulatedPhone

final class HTTPDateTests: XCTestCase {
  func testKnownDates() {
    for (seconds, text) in [
      (0.0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (1_800_000_000, "Fri, 15 Jan 2027 08:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    ] {
      let date = Date(timeIntervalSince1970: seconds)
      XCTAssertEqual(HTTPDate.text(date), text)
      XCTAssertEqual(HTTPDate.date(text), date)
    }
  }

  func testDaysOfFourCenturiesComeBack() {
    for day in stride(from: -146_097 / 2, to: 146_097 / 2, by: 17) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 12_345)
      XCTAssertEqual(HTTPDate.date(HTTPDate.text(date)), date)
    }
  }

  func testFractionsAreDroppedAndExtremesAreClamped() {
    XCTAssertEqual(
      HTTPDate.text(Date(timeIntervalSince1970: 0.999)), "Thu, 01 Jan 1970 00:00:00 GMT")
    XCTAssertEqual(
      HTTPDate.text(Date(timeIntervalSince1970: .infinity)), "Fri, 31 Dec 9999 23:59:59 GMT")
    for odd in [-Double.infinity, .nan] {
      XCTAssertEqual(
        HTTPDate.text(Date(timeIntervalSince1970: odd)), "Sat, 01 Jan 0000 00:00:00 GMT")
    }
  }

  func testOtherTextsAreNoDates() {
    for text in [
      "", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
      "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
      "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
      "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
    ] {
      XCTAssertNil(HTTPDate.date(text), text)
    }
  }
}
