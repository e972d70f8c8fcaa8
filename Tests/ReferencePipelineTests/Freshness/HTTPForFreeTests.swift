import Foundation
import HTTPForFreeSolution
import Vocabulary
import XCTest

final class HTTPForFreeTests: XCTestCase {
  private let start = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT
  private let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  func testTableOfHeadersAndDecisions() {
    let revalidate = HTTPCachePolicy.Decision.revalidate(["If-None-Match": "\"1\""])
    let cases: [(HeaderFields, seconds: Double, HTTPCachePolicy.Decision)] = [
      (["Cache-Control": "max-age=60"], 59, .fresh),
      (["Cache-Control": "max-age=60"], 60, revalidate),
      (["Cache-Control": "max-age=0"], 0, revalidate),
      (["Cache-Control": "max-age=\"60\""], 59, .fresh),
      (["Cache-Control": "max-age=many"], 0, revalidate),
      (["Cache-Control": "max-age=99999999999999999999"], 1e9, .fresh),
      (["Cache-Control": "no-cache, max-age=60"], 1, revalidate),
      (["Cache-Control": "private, max-age=60"], 59, .fresh),
      (["Cache-Control": "max-age=60, must-revalidate"], 61, revalidate),
      (["Cache-Control": "immutable, MAX-AGE=31536000"], 1e6, .fresh),
      (["Cache-Control": "s-maxage=60"], 1, revalidate),
      (["Cache-Control": "max-age=60", "Age": "50"], 9, .fresh),
      (["Cache-Control": "max-age=60", "Age": "50"], 10, revalidate),
      (["Expires": "Sun, 06 Nov 1994 08:50:37 GMT", "Date": date], 59, .fresh),
      (["Expires": "Sun, 06 Nov 1994 08:50:37 GMT", "Date": date], 60, revalidate),
      (["Expires": "0", "Date": date], 0, revalidate),
      (
        ["Cache-Control": "max-age=10", "Expires": "Sun, 06 Nov 2094 08:50:37 GMT"], 11, revalidate
      ),
      (["Date": date, "Last-Modified": "Sun, 06 Nov 1984 08:49:37 GMT"], 1, revalidate),
      ([:], 0, revalidate),
    ]
    for (headers, seconds, expected) in cases {
      var headers = headers
      headers["ETag"] = "\"1\""
      let stored = store(headers)
      let now = start.addingTimeInterval(seconds)
      let decision = HTTPCachePolicy.decision(for: stored, request: [:], now: now)
      XCTAssertEqual(decision, expected, "\(headers) after \(seconds) s")
    }
  }

  func testNothingStoredIsFetchedAndSoIsAStaleOneWithoutValidator() {
    XCTAssertEqual(HTTPCachePolicy.decision(for: nil, request: [:], now: start), .fetch)
    XCTAssertEqual(HTTPCachePolicy.decision(for: store([:]), request: [:], now: start), .fetch)
  }

  func testTheRequestMayAskForAFreshOne() {
    let stored = store(["Cache-Control": "max-age=60", "ETag": "W/\"1\""])
    XCTAssertEqual(
      HTTPCachePolicy.decision(for: stored, request: ["Cache-Control": "no-cache"], now: start),
      .revalidate(["If-None-Match": "W/\"1\""]))
  }

  func testTheDateIsTheFallbackValidator() {
    let stored = store(["Last-Modified": date])
    XCTAssertEqual(stored.validators, ["If-Modified-Since": date])
    XCTAssertEqual(store(["Last-Modified": date, "ETag": "\"1\""]).validators.fields.count, 1)
  }

  func testA304RenewsFreshnessAndKeepsTheFieldsOfTheBody() {
    var stored = store([
      "Cache-Control": "max-age=60", "ETag": "\"1\"", "Content-Length": "48000", "Age": "55",
    ])
    let later = start.addingTimeInterval(100)
    stored.update(
      from: ["Cache-Control": "max-age=60", "Content-Length": "0", "ETag": "\"2\"", "Age": "0"],
      requestTime: later, responseTime: later)
    XCTAssertEqual(decide(stored, after: 130), .fresh)
    XCTAssertEqual(decide(stored, after: 160), .revalidate(["If-None-Match": "\"2\""]))
    XCTAssertEqual(stored.headers["Content-Length"], "48000")
  }

  func testAFailedRevalidationMarksAndTheNext304Unmarks() {
    var stored = store(["Cache-Control": "max-age=60", "ETag": "\"1\""])
    XCTAssertTrue(HTTPCachePolicy.mayShowAfterFailure(stored))
    stored.markStale()
    XCTAssertTrue(stored.isMarkedStale)
    XCTAssertEqual(decide(stored, after: 1), .revalidate(["If-None-Match": "\"1\""]))
    stored.update(from: [:], requestTime: start, responseTime: start)
    XCTAssertFalse(stored.isMarkedStale)
    let strict = store(["Cache-Control": "max-age=60, must-revalidate"])
    XCTAssertFalse(HTTPCachePolicy.mayShowAfterFailure(strict))
  }

  func testOnlyCompleteAnswersToGETAreKept() {
    func may(
      _ status: Int, _ headers: HeaderFields = [:], _ method: RequestMethod = .get,
      _ request: HeaderFields = [:]
    ) -> Bool {
      HTTPCachePolicy.mayStore(status: status, headers: headers, method: method, request: request)
    }
    XCTAssertTrue(may(200))
    XCTAssertFalse(may(206))
    XCTAssertFalse(may(404))
    XCTAssertFalse(may(200, [:], .post))
    XCTAssertFalse(may(200, ["Cache-Control": "max-age=60, No-Store"]))
    XCTAssertFalse(may(200, [:], .get, ["Cache-Control": "no-store"]))
    XCTAssertFalse(may(200, ["Vary": "*"]))
  }

  func testAnotherVaryingValueIsAMissAfterARelaunchToo() throws {
    let stored = StoredResponse(
      headers: ["Cache-Control": "max-age=60", "Vary": "Accept, X-Theme"],
      toRequest: ["accept": "image/webp", "Authorization": "A"], requestTime: start,
      responseTime: start)
    let data = try JSONEncoder().encode(stored)
    let read = try JSONDecoder().decode(StoredResponse.self, from: data)
    XCTAssertTrue(read.answers(["Accept": "image/webp", "Authorization": "A"]))
    XCTAssertFalse(read.answers(["Accept": "image/png", "Authorization": "A"]))
    XCTAssertFalse(read.answers(["Accept": "image/webp", "Authorization": "B"]))
    XCTAssertFalse(read.answers(["Accept": "image/webp"]))
    XCTAssertFalse(
      read.answers(["Accept": "image/webp", "Authorization": "A", "X-Theme": ""]),
      "an absent field is not an empty one")
  }

  func testAllValuesOfARepeatedFieldCount() {
    let stored = StoredResponse(
      headers: ["Vary": "Accept"], toRequest: ["Accept": "a", "Accept": "b"], requestTime: start,
      responseTime: start)
    XCTAssertTrue(stored.answers(["Accept": "a", "Accept": "b"]))
    XCTAssertFalse(stored.answers(["Accept": "a", "Accept": "c"]))
    XCTAssertFalse(stored.answers(["Accept": "a"]))
  }

  func testAClockThatWasSetBackMakesNothingFreshAgain() {
    let stored = store(["Cache-Control": "max-age=60", "ETag": "\"1\""])
    XCTAssertEqual(decide(stored, after: -3_600), .revalidate(["If-None-Match": "\"1\""]))
  }

  func testASlowAnswerIsOlderThanItLooks() {
    let stored = StoredResponse(
      headers: ["Cache-Control": "max-age=60", "ETag": "\"1\""], toRequest: [:],
      requestTime: start, responseTime: start.addingTimeInterval(50))
    XCTAssertEqual(decide(stored, after: 59), .fresh)
    XCTAssertEqual(decide(stored, after: 60), .revalidate(["If-None-Match": "\"1\""]))
  }

  func testDatesAreReadAndWritten() {
    XCTAssertEqual(HTTPDate.parse(date), start)
    XCTAssertEqual(HTTPDate.text(start), date)
    XCTAssertNil(HTTPDate.parse("yesterday"))
  }

  private func store(_ headers: HeaderFields) -> StoredResponse {
    StoredResponse(headers: headers, toRequest: [:], requestTime: start, responseTime: start)
  }

  private func decide(_ stored: StoredResponse, after seconds: Double) -> HTTPCachePolicy.Decision {
    HTTPCachePolicy.decision(for: stored, request: [:], now: start.addingTimeInterval(seconds))
  }
}
