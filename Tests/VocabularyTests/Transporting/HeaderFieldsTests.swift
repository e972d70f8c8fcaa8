import Foundation
import Vocabulary
import XCTest

final class HeaderFieldsTests: XCTestCase {
  func testNamesAreFoundInAnyCase() {
    let headers: HeaderFields = ["ETag": "\"a\"", "cache-CONTROL": "no-store"]
    for name in ["etag", "ETAG", "ETag"] { XCTAssertEqual(headers[name], "\"a\"") }
    XCTAssertEqual(headers["Cache-Control"], "no-store")
    XCTAssertNil(headers["Cache_Control"])
  }

  func testOnlyASCIILettersHaveACase() {
    // U+212A is the sign for kelvin, whose small form is an ordinary k; `[` and `{` differ by the
    // same bit as a letter and its capital.
    let headers: HeaderFields = ["\u{212A}ey": "1", "[": "2"]
    XCTAssertNil(headers["key"])
    XCTAssertNil(headers["{"])
    XCTAssertEqual(headers["\u{212A}EY"], "1")
  }

  func testAbsentIsNotEmpty() {
    let headers: HeaderFields = ["Accept": ""]
    XCTAssertEqual(headers["Accept"], "")
    XCTAssertEqual(headers.values(for: "Accept"), [""])
    XCTAssertNil(headers["Vary"])
    XCTAssertEqual(headers.values(for: "Vary"), [])
    XCTAssertNotEqual(headers, [:])
  }

  func testRepeatedNamesAreKeptInOrder() {
    var headers: HeaderFields = ["Vary": "Accept", "ETag": "a", "vary": "Cookie"]
    headers.add("Origin", for: "VARY")
    XCTAssertEqual(headers.values(for: "Vary"), ["Accept", "Cookie", "Origin"])
    XCTAssertEqual(headers["Vary"], "Accept")
    XCTAssertEqual(headers.fields.map(\.name), ["Vary", "ETag", "vary", "VARY"])
  }

  func testSettingReplacesAllInTheFirstPlace() {
    var headers: HeaderFields = ["Age": "1", "Vary": "Accept", "ETag": "a", "vary": "Cookie"]
    headers["VARY"] = "*"
    XCTAssertEqual(headers.fields.map(\.name), ["Age", "VARY", "ETag"])
    XCTAssertEqual(headers.fields.map(\.value), ["1", "*", "a"])
    headers["Date"] = "now"
    XCTAssertEqual(headers.fields.last, .init(name: "Date", value: "now"))
  }

  func testSettingNilRemovesAll() {
    var headers: HeaderFields = ["Vary": "Accept", "ETag": "a", "vary": "Cookie"]
    headers["Vary"] = nil
    XCTAssertEqual(headers, ["ETag": "a"])
    headers["Vary"] = nil
    XCTAssertEqual(headers.fields.count, 1)
  }

  func testEqualityIgnoresCaseAndTheOrderOfDifferentNames() {
    let headers: HeaderFields = ["Vary": "Accept", "ETag": "a", "vary": "Cookie"]
    let same: HeaderFields = ["etag": "a", "VARY": "Accept", "Vary": "Cookie"]
    XCTAssertEqual(headers, same)
    XCTAssertEqual(headers.hashValue, same.hashValue)
    XCTAssertNotEqual(headers, ["etag": "a", "vary": "Cookie", "Vary": "Accept"])
    XCTAssertNotEqual(headers, ["Vary": "accept", "ETag": "a", "vary": "Cookie"])
    XCTAssertNotEqual(headers, ["Vary": "Accept", "ETag": "a"])
  }

  func testAFieldIgnoresTheCaseOfItsNameOnly() {
    let fields = ["A": "x", "a": "x", "B": "x"] as HeaderFields
    XCTAssertEqual(Set(fields.fields).count, 2)
    XCTAssertNotEqual(fields.fields[0], .init(name: "A", value: "X"))
  }

  func testFieldsSurviveARelaunchAsTheyWere() throws {
    let headers: HeaderFields = ["Vary": "Accept", "ETag": "a", "vary": ""]
    let stored = try JSONEncoder().encode(headers)
    let read = try JSONDecoder().decode(HeaderFields.self, from: stored)
    XCTAssertEqual(read.fields.map(\.name), headers.fields.map(\.name))
    XCTAssertEqual(read.fields.map(\.value), headers.fields.map(\.value))
  }
}
