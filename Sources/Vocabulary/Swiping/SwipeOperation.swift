/// One wish of the user, on its way to the server.
public enum SwipeOperation: Hashable, Codable, Sendable {
  /// To count a swipe.
  case swipe(Swipe)
  /// To take a swipe back.
  case undo(SwipeUndo)

  /// What makes a second attempt harmless, and tells this operation from all others.
  public var key: IdempotencyKey {
    switch self {
    case .swipe(let swipe): swipe.key
    case .undo(let undo): undo.key
    }
  }

  /// The card that goes, or comes back.
  public var card: Card.ID {
    switch self {
    case .swipe(let swipe): swipe.card
    case .undo(let undo): undo.card
    }
  }
}
