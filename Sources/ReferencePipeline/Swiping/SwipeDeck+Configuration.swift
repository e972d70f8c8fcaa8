public import LowWaterMarkSolution
public import TheStampedeSolution

extension SwipeDeck {
  /// All numbers and choices of a deck. Each can be changed by itself.
  public struct Configuration: Sendable {
    /// The longer side of a card on the screen, in pixels and not in points.
    public var cardSize: Int
    /// How much of the deck is held.
    public var limits: DeckLimits = DeckLimits()
    /// The pauses between attempts, for pages, for swipes, and for a disk that takes nothing.
    public var retry: RetryPolicy = RetryPolicy()

    /// The configuration that a product would start with, for cards of that size.
    public init(cardSize: Int) {
      self.cardSize = cardSize
    }
  }
}
