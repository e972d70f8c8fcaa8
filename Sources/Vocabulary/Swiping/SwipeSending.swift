/// Sends swipes to the server.
///
/// May be called from any task. The server takes swipes in the order in which they reach it, so
/// a sender to whom order matters waits for the receipt before the next one.
public protocol SwipeSending: Sendable {
  /// Sends a swipe, once.
  ///
  /// The server counts each key once, and answers a repeated swipe with the receipt that it gave
  /// the first time. A key that comes back with another card or choice is refused. A refusal is
  /// a receipt, not an error.
  ///
  /// - Throws: ``TransportError``, or `CancellationError` where the calling task is cancelled.
  ///   Either leaves open whether the swipe was counted, save ``TransportError/offline``: send it
  ///   again, under the same key.
  func send(_ swipe: Swipe) async throws -> SwipeReceipt
}
