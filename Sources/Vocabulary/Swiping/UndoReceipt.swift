/// The server's last word on an undo.
public struct UndoReceipt: Hashable, Codable, Sendable {
  /// What became of the undo.
  public enum Outcome: Hashable, Codable, Sendable {
    /// The swipe counts no more.
    case undone
    /// The swipe stays: both sides like each other, and the other one may know.
    case alreadyMatched
    /// The swipe stays: the user has no undo left.
    case limitReached
    /// No swipe with that key has reached the server.
    case unknownSwipe
    /// The undo will never be carried out, however often it is sent, and the swipe stays. The
    /// reason is meant for the log.
    case refused(reason: String)
  }

  /// The key of the undo that is answered.
  public let key: IdempotencyKey
  /// What became of it.
  public let outcome: Outcome

  /// A receipt for the undo with that key.
  public init(key: IdempotencyKey, outcome: Outcome) {
    self.key = key
    self.outcome = outcome
  }
}
