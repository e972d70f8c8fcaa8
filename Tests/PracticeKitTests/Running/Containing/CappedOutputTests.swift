import Foundation
import XCTest

@testable import PracticeKit

final class CappedOutputTests: XCTestCase {
  func testKeepsAllThatFits() {
    XCTAssertEqual(output(head: 4, tail: 4, "ab", "cdef", "gh").text, "abcdefgh")
  }

  func testNamesWhatItLeftOut() {
    let output = output(head: 3, tail: 2, "abcdefgh")
    XCTAssertEqual(output.dropped, 3)
    XCTAssertEqual(output.text, "abc\n[3 bytes of output left out]\ngh")
  }

  func testCutsOfOnePieceAndOfManyAreAlike() {
    let text = String((0..<1_000).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
    let whole = output(head: 10, tail: 7, text)
    var pieces = CappedOutput(head: 10, tail: 7)
    for byte in text.utf8 { withUnsafeBytes(of: byte) { pieces.append($0) } }
    XCTAssertEqual(whole.text, pieces.text)
    XCTAssertEqual(whole.dropped, 983)
    XCTAssertEqual(pieces.dropped, 983)
  }

  func testKeepsNothingWhereItMayNot() {
    let output = output(head: 0, tail: 0, "abc")
    XCTAssertEqual(output.count, 3)
    XCTAssertEqual(output.dropped, 3)
  }

  private func output(head: Int, tail: Int, _ pieces: String...) -> CappedOutput {
    var output = CappedOutput(head: head, tail: tail)
    for piece in pieces { Array(piece.utf8).withUnsafeBytes { output.append($0) } }
    return output
  }
}
