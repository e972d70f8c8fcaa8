import Foundation
import Vocabulary
import XCTest

/// What an outbox keeps on disk has to be readable by the next version of the app.
final class StoredFormTests: XCTestCase {
  private let swipe = Swipe(card: 7, choice: .like, key: IdempotencyKey(rawValue: "k"))

  func testAKeyIsStoredAsItsText() throws {
    try assertStored([IdempotencyKey(rawValue: "k")], as: #"["k"]"#)
  }

  func testSwipe() throws {
    try assertStored(swipe, as: #"{"card":7,"choice":"like","key":"k"}"#)
  }

  func testUndo() throws {
    try assertStored(
      SwipeUndo(of: swipe, key: IdempotencyKey(rawValue: "u")),
      as: #"{"card":7,"key":"u","swipe":"k"}"#)
  }

  func testOperations() throws {
    try assertStored(
      SwipeOperation.swipe(swipe),
      as: #"{"swipe":{"_0":{"card":7,"choice":"like","key":"k"}}}"#)
    try assertStored(
      SwipeOperation.undo(SwipeUndo(of: swipe, key: IdempotencyKey(rawValue: "u"))),
      as: #"{"undo":{"_0":{"card":7,"key":"u","swipe":"k"}}}"#)
  }

  func testAnswers() throws {
    try assertStored(
      SwipeAnswer.swipe(swipe, .matched),
      as: #"{"swipe":{"_0":{"card":7,"choice":"like","key":"k"},"_1":{"matched":{}}}}"#)
    try assertStored(
      SwipeAnswer.undo(SwipeUndo(of: swipe, key: IdempotencyKey(rawValue: "u")), .undone),
      as: #"{"undo":{"_0":{"card":7,"key":"u","swipe":"k"},"_1":{"undone":{}}}}"#)
  }

  func testReceipts() throws {
    let key = IdempotencyKey(rawValue: "k")
    try assertStored(
      SwipeReceipt(key: key, outcome: .stored), as: #"{"key":"k","outcome":{"stored":{}}}"#)
    try assertStored(
      SwipeReceipt(key: key, outcome: .refused(reason: "gone")),
      as: #"{"key":"k","outcome":{"refused":{"reason":"gone"}}}"#)
    try assertStored(
      UndoReceipt(key: key, outcome: .alreadyMatched),
      as: #"{"key":"k","outcome":{"alreadyMatched":{}}}"#)
    try assertStored(
      UndoReceipt(key: key, outcome: .refused(reason: "late")),
      as: #"{"key":"k","outcome":{"refused":{"reason":"late"}}}"#)
  }

  func testCard() throws {
    try assertStored(
      Card(id: 7, photoURL: try XCTUnwrap(URL(string: "https://example.com/p/7"))),
      as: #"{"id":7,"photoURL":"https://example.com/p/7"}"#)
  }

  private func assertStored<Value: Codable & Equatable>(
    _ value: Value, as text: String, line: UInt = #line
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    XCTAssertEqual(
      String(decoding: try encoder.encode(value), as: UTF8.self), text, line: line)
    XCTAssertEqual(
      try JSONDecoder().decode(Value.self, from: Data(text.utf8)), value, line: line)
  }
}
