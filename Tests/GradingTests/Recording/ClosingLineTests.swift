import XCTest

@testable import GradingXCTest

final class ClosingLineTests: XCTestCase {
  func testTheSentenceCountsExercises() {
    XCTAssertEqual(
      ClosingLine.sentence((seen: 24, started: 0, passed: 0)),
      "Follow-Ups: 0 of 24 started, 0 pass.")
    XCTAssertEqual(
      ClosingLine.sentence((seen: 24, started: 3, passed: 1)),
      "Follow-Ups: 3 of 24 started, 1 passes.")
  }
}
