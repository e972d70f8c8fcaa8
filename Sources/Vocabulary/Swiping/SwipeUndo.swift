/// The wish to take a swipe back: an operation of its own, with a key of its own.
public struct SwipeUndo: Hashable, Codable, Sendable {
  /// The key of the swipe that is taken back.
  public let swipe: IdempotencyKey
  /// What makes a second attempt harmless; not the key of the swipe.
  public let key: IdempotencyKey

  /// The wish to take back the swipe with the key `swipe`.
  public init(of swipe: IdempotencyKey, key: IdempotencyKey) {
    self.swipe = swipe
    self.key = key
  }
}
