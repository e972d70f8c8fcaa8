/// Sends the wish to take a swipe back.
///
/// May be called from any task. An undo that reaches the server before its swipe finds nothing
/// to undo, so it is sent after the receipt for the swipe.
public protocol SwipeUndoing: Sendable {
  /// Sends an undo, once.
  ///
  /// The server decides: it knows whether there is a match, and how many undos are left. It
  /// answers a repeated key with the receipt that it gave the first time.
  ///
  /// - Throws: ``TransportError``, or `CancellationError` where the calling task is cancelled.
  ///   Either leaves open whether the swipe was undone, save ``TransportError/offline``: send the
  ///   undo again, under the same key.
  func undo(_ undo: SwipeUndo) async throws -> UndoReceipt
}
