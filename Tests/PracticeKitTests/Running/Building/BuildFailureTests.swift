import XCTest

@testable import PracticeKit

final class BuildFailureTests: XCTestCase {
  private let answer = "Exercises/Toy/Toy.swift"

  func testErrorsAreShownOnceAndTheAnswersFirst() {
    let words = failure(
      """
      [1/4] Compiling ToyTests ToyTests.swift
      /package/Tests/Exercises/ToyTests/ToyTests.swift:9:3: error: missing argument
      /package/Exercises/Toy/Toy.swift:3:5: warning: never used
      /package/Exercises/Toy/Toy.swift:4:7: error: cannot find 'word' in scope
       2 |
       4 |   word: error: here
         |   `- error: cannot find 'word' in scope
      /package/Exercises/Toy/Toy.swift:4:7: error: cannot find 'word' in scope
      error: fatalError
      """)
    XCTAssertEqual(
      words,
      """
      Exercises/Toy/Toy.swift:4:7: cannot find 'word' in scope
      Tests/Exercises/ToyTests/ToyTests.swift:9:3: missing argument
        (the suite uses the answer there)
      """)
  }

  func testALongListIsCut() {
    let lines = (1...30).map { "/package/\(answer):\($0):1: error: number \($0)" }
    let words = failure(lines.joined(separator: "\n")).split(separator: "\n")
    XCTAssertEqual(words.count, 21)
    XCTAssertEqual(words.last, "and 10 more")
  }

  func testWithoutAPlaceTheBuildsOwnErrorsAreShown() {
    XCTAssertEqual(
      failure("[0/1] Planning\nerror: the manifest is broken\n[1/1] more"),
      "error: the manifest is broken")
    XCTAssertEqual(failure("one\ntwo"), "one\ntwo")
  }

  private func failure(_ output: String) -> String {
    BuildFailure(output: output, package: "/package", answer: answer).words
  }
}
