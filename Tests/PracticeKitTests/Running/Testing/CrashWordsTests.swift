import XCTest

@testable import PracticeKit

final class CrashWordsTests: XCTestCase {
  func testFindsTheLastMessageOfATrap() {
    let words = find(
      """
      noise
      Toy/Toy.swift:4: Fatal error: first
      Toy/Toy.swift:9: Fatal error: Unexpectedly found nil
      more noise
      """)
    XCTAssertEqual(words, "Fatal error: Unexpectedly found nil")
  }

  func testFindsNothingWhereNothingIsSaid() {
    XCTAssertNil(find("passed"))
  }

  private func find(_ text: String) -> String? {
    var output = CappedOutput(head: 1_000, tail: 1_000)
    Array(text.utf8).withUnsafeBytes { output.append($0) }
    return CrashWords.find(in: output)
  }
}
