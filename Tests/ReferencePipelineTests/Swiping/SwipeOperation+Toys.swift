import Foundation
import Vocabulary

extension SwipeOperation {
  /// A like of the card with that number, under a key made from it.
  static func like(_ number: Int) -> SwipeOperation {
    .swipe(Swipe(card: number, choice: .like, key: IdempotencyKey(rawValue: "swipe-\(number)")))
  }

  /// An undo of ``like(_:)``.
  static func undoLike(_ number: Int) -> SwipeOperation {
    let swipe = Swipe(
      card: number, choice: .like, key: IdempotencyKey(rawValue: "swipe-\(number)"))
    return .undo(SwipeUndo(of: swipe, key: IdempotencyKey(rawValue: "undo-\(number)")))
  }

  static func likes(_ numbers: ClosedRange<Int>) -> [SwipeOperation] { numbers.map(like) }

  /// The line of the outbox's log, which later versions of the app must be able to read.
  var line: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let json = try encoder.encode(["added": ["_0": self]])
      let sum = json.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      return Data("\n".utf8) + json + Data(" \(sum)\n".utf8)
    }
  }
}
