import Foundation
import Vocabulary
import XCTest

final class RecordEditTests: XCTestCase {
  private let edit = RecordEdit(
    key: IdempotencyKey(rawValue: "k"), record: .server(7), change: .rename("new"))

  func testItIsTheSameAfterItWasStored() throws {
    XCTAssertEqual(RecordEdit(stored: try edit.stored), edit)
  }

  func testDamageOfAnyByteAndAnyEndBeforeTheEndAreNoticed() throws {
    let bytes = try edit.stored
    for offset in bytes.indices {
      var damaged = bytes
      damaged[offset] ^= 1 << (offset % 8)
      XCTAssertNil(RecordEdit(stored: damaged), "byte \(offset)")
      XCTAssertNil(RecordEdit(stored: bytes.prefix(offset)), "\(offset) bytes")
    }
  }

  func testOnlyACreationKeepsTheNameThatItHas() {
    let creation = RecordEdit(
      key: edit.key, record: .temporary(edit.key), change: .create(title: "t"))
    XCTAssertEqual(edit.renamed(to: .server(8)).record, .server(8))
    XCTAssertEqual(creation.renamed(to: .server(8)), creation)
  }
}
