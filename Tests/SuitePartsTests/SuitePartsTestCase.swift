import Grading
import XCTest

/// A test whose expectations are those of a hidden suite.
class SuitePartsTestCase: XCTestCase {
  /// Runs a body in order and under ten shuffled schedules, and expects no finding.
  func check(
    file: StaticString = #filePath, line: UInt = #line, _ body: @escaping Trial.Body
  ) {
    let finding = finding(body)
    let words = finding.map { "\($0.expected), got \($0.got)" }
    XCTAssertNil(words, file: file, line: line)
  }

  /// What a hidden suite would say of it.
  func finding(_ body: @escaping Trial.Body) -> Finding? {
    let lesson = Lesson(trap: "A trap", "something comes of it", say: "Something.")
    let check = Check("check", "a promise")
    return Trial(check, lesson, plan: SchedulePlan(seeds: 10)).run(body).finding
  }
}
