public import Vocabulary

extension SwipeDeck {
  /// What becomes of swipes after they were on the screen.
  public enum Event: Hashable, Sendable {
    /// A swipe is safe: it will be counted, whatever happens to the app.
    case saved(Swipe)
    /// An undo is safe, and the server will be asked; of a card that came back at once.
    case undoSaved(Card.ID)
    /// An undo of an earlier launch's swipe is safe. The card comes when the server deals it again.
    case returns(Card.ID)
    /// Both sides like each other: show it.
    case matched(Card.ID)
    /// A swipe will never count. The reason is meant for the log.
    case refused(Card.ID, reason: String)
    /// A swipe could not be taken back, and the card has gone again: show why.
    case stays(Card.ID, UndoReceipt.Outcome)
    /// The disk takes nothing for now; what was swiped waits in memory, and is tried again.
    case delayed(FileError)
  }
}
