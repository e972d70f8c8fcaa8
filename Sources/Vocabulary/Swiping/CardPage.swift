/// A page of the deck, and the way to the next one.
public struct CardPage: Hashable, Sendable {
  /// A place in the deck, in the server's own notation.
  public struct Cursor: RawRepresentable, Hashable, Codable, Sendable {
    /// What the server sent, to be sent back as it is.
    public let rawValue: String

    /// A cursor that the server sent.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// The cards, top first. A page may be empty, or hold cards that an earlier one held too.
  public let cards: [Card]
  /// What to ask for to get the next page; nil on the last one.
  public let nextCursor: Cursor?

  /// A page with these cards.
  public init(cards: [Card], nextCursor: Cursor?) {
    self.cards = cards
    self.nextCursor = nextCursor
  }
}
