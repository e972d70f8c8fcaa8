/// The server's last word on an operation, beside the operation itself.
public enum SwipeAnswer: Hashable, Codable, Sendable {
  /// What became of a swipe.
  case swipe(Swipe, SwipeReceipt.Outcome)
  /// What became of an undo.
  case undo(SwipeUndo, UndoReceipt.Outcome)

  /// What was asked.
  public var operation: SwipeOperation {
    switch self {
    case .swipe(let swipe, _): .swipe(swipe)
    case .undo(let undo, _): .undo(undo)
    }
  }
}
