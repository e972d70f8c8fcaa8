import Foundation
import HTTPForFreeSolution
import XCTest

/// The one form of dates that HTTP still sends, read and written without a formatter.
final class HTTPDateFormTests: XCTestCase {
  func testKnownDates() {
    let known: [(String, Double)] = [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
      ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
      ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ]
    for (text, seconds) in known {
      XCTAssertEqual(HTTPDate.parse(text)?.timeIntervalSince1970, seconds, text)
      XCTAssertEqual(HTTPDate.text(Date(timeIntervalSince1970: seconds)), text)
    }
  }

  func testEachDayOfALongTimeComesBack() {
    for day in -150_000..<150_000 {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 45_296)
      let text = HTTPDate.text(date)
      guard HTTPDate.parse(text) == date else { return XCTFail(text) }
    }
  }

  func testTheFractionIsCutOffAndYearsKeepFourDigits() {
    XCTAssertEqual(
      HTTPDate.text(Date(timeIntervalSince1970: -0.5)), "Wed, 31 Dec 1969 23:59:59 GMT")
    XCTAssertEqual(HTTPDate.text(.distantFuture.addingTimeInterval(1e12)).count, 29)
    XCTAssertEqual(HTTPDate.text(.distantPast.addingTimeInterval(-1e12)).count, 29)
  }

  func testALeapSecondIsTheNextSecond() {
    XCTAssertEqual(
      HTTPDate.parse("Sat, 31 Dec 2016 23:59:60 GMT"),
      HTTPDate.parse("Sun, 01 Jan 2017 00:00:00 GMT"))
  }

  func testWhatStatesNoDateIsNone() {
    let texts = [
      "", "yesterday", "0", "Sun, 31 Feb 2021 00:00:00 GMT", "Sun, 29 Feb 1900 00:00:00 GMT",
      "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
      "Sun, 06 nov 1994 08:49:37 GMT", "Son, 06 Nov 1994 08:49:37 GMT",
      "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 06 Nov 1994 08:49:3é GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
      "Sun Nov  6 08:49:37 1994", "Sun, +6 Nov 1994 08:49:37 GMT",
    ]
    for text in texts { XCTAssertNil(HTTPDate.parse(text), text) }
  }
}
