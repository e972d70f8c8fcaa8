/// Sends edits to the server.
///
/// May be called from any task. The server takes edits in the order in which they reach it, so a
/// sender to whom order matters waits for the reply before the next one. It knows no temporary
/// names: what it has created is edited under the name that it gave.
public protocol RecordSending: Sendable {
  /// Sends an edit, once.
  ///
  /// The server counts each key once, and answers a repeated edit with the reply that it gave the
  /// first time. A key that comes back with another record or change is refused. A refusal is a
  /// reply, not an error.
  ///
  /// - Throws: ``TransportError``, or `CancellationError` where the calling task is cancelled.
  ///   Either leaves open whether the edit was counted, save ``TransportError/offline``: send it
  ///   again, under the same key.
  func send(_ edit: RecordEdit) async throws -> RecordReply
}
