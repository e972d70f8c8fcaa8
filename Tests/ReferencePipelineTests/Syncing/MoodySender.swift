import SimulatedPhone
import SuiteParts
import Vocabulary

/// A way to a server on which requests and replies get lost, and some edits are refused.
///
/// What is refused depends on the key alone; what gets lost, on the dice.
final class MoodySender: RecordSending {
  private let server: FakeRecordServer
  private let dice: Dice
  private let losses: Int

  /// - Parameters:
  ///   - server: The server behind it.
  ///   - dice: What decides on losses.
  ///   - losses: Of 100 requests, and of as many replies, about so many are lost.
  init(_ server: FakeRecordServer, _ dice: Dice, losses: Int) {
    self.server = server
    self.dice = dice
    self.losses = losses
  }

  static func refuses(_ key: IdempotencyKey) -> Bool {
    key.rawValue.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % 5 == 0
  }

  func send(_ edit: RecordEdit) async throws -> RecordReply {
    if dice.roll(100) < losses { throw TransportError.connectionLost }
    let reply =
      Self.refuses(edit.key)
      ? RecordReply(key: edit.key, outcome: .refused(reason: "a mood"))
      : try await server.send(edit)
    if dice.roll(100) < losses { throw TransportError.timedOut }
    return reply
  }
}
