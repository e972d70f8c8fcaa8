import Vocabulary

extension SwipeOperation {
  /// The form that timelines print: `like of card 7, key k`.
  var text: String {
    switch self {
    case .swipe(let swipe): "\(swipe.choice) of card \(swipe.card), key \(swipe.key.rawValue)"
    case .undo(let undo): "undo of card \(undo.card), key \(undo.key.rawValue)"
    }
  }
}

extension SwipeAnswer {
  /// The outcome, as timelines print it.
  var text: String {
    switch self {
    case .swipe(_, let outcome): "\(outcome)"
    case .undo(_, let outcome): "\(outcome)"
    }
  }
}
