/// The wish to take a swipe back: an operation of its own, with a key of its own.
public struct SwipeUndo: Hashable, Codable, Sendable {
  /// The key of the swipe that is taken back.
  public let swipe: IdempotencyKey
  /// The card of that swipe, which comes back.
  public let card: Card.ID
  /// What makes a second attempt harmless; not the key of the swipe.
  public let key: IdempotencyKey

  /// The wish to take that swipe back, under a key of its own.
  public init(of swipe: Swipe, key: IdempotencyKey) {
    self.swipe = swipe.key
    card = swipe.card
    self.key = key
  }
}
