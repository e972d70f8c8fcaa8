/// A reused cell that shows one picture at a time.
///
/// A list makes a handful of cells and binds each of them to row after row, so a cell outlives
/// what it shows. All of it happens on the main actor; nothing here suspends or throws.
@MainActor
public protocol ImageShowing: AnyObject {
  /// Shows the picture for a key from now on, or none.
  ///
  /// When this returns, ``drawn`` is the picture for the new key or nil: the picture for a former
  /// key is gone at once. A picture that comes later appears by itself in ``drawn``, unless the
  /// cell has been bound to something else since. A cell may be bound again to the key that it
  /// has, and without a call of ``prepareForReuse()`` between.
  func bind(_ key: ImageKey?)

  /// Gives up what the cell shows: its row has left the screen.
  ///
  /// ``drawn`` is nil afterwards, and nobody waits on behalf of this cell any more.
  func prepareForReuse()

  /// What the cell puts on the screen when a frame is drawn; nil for the placeholder.
  ///
  /// It is read at every frame, so it has to be cheap.
  var drawn: Bitmap? { get }
}
