/// What the user decided about one card.
public struct Swipe: Hashable, Codable, Sendable {
  /// The two ways to swipe.
  public enum Choice: String, Hashable, Codable, CaseIterable, Sendable {
    /// To the right.
    case like
    /// To the left.
    case pass
  }

  /// The card.
  public let card: Card.ID
  /// Which way.
  public let choice: Choice
  /// What makes a second attempt harmless.
  public let key: IdempotencyKey

  /// A swipe of a card, under a key of its own.
  public init(card: Card.ID, choice: Choice, key: IdempotencyKey) {
    self.card = card
    self.choice = choice
    self.key = key
  }
}
