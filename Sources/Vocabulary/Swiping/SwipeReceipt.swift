/// The server's last word on a swipe.
public struct SwipeReceipt: Hashable, Codable, Sendable {
  /// What became of the swipe.
  public enum Outcome: Hashable, Codable, Sendable {
    /// It counts.
    case stored
    /// It counts, and the other side likes the user too.
    case matched
    /// It will never count, however often it is sent. The reason is meant for the log.
    case refused(reason: String)
  }

  /// The key of the swipe that is answered.
  public let key: IdempotencyKey
  /// What became of it.
  public let outcome: Outcome

  /// A receipt for the swipe with that key.
  public init(key: IdempotencyKey, outcome: Outcome) {
    self.key = key
    self.outcome = outcome
  }
}
