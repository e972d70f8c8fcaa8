/// Sends requests over the network.
///
/// May be called from any task. Each call is a transfer of its own: nothing is shared, cached or
/// tried again.
public protocol ImageTransporting: Sendable {
  /// Sends a request, and returns when the header of the response has arrived.
  ///
  /// Every status is a response, not an error. The body goes on arriving; see
  /// ``TransportResponse/Body`` for how it ends.
  ///
  /// Cancelling the calling task stops the transfer, and so does dropping the response or the
  /// body. After the stop nothing is delivered and no byte is counted.
  ///
  /// - Throws: ``TransportError`` where no response came; `CancellationError` where the calling
  ///   task was cancelled before.
  func send(_ request: TransportRequest) async throws -> TransportResponse
}
