import Foundation

/// The reader's end of a transfer: who drops it, stops the transfer.
final class SessionBody: Sendable {
  private let transfer: SessionTransfer

  init(_ transfer: SessionTransfer) {
    self.transfer = transfer
  }

  deinit { transfer.stop() }

  /// The next chunk; nil at the end, and after a stop.
  func next() async throws -> Data? {
    try await transfer.next()
  }
}
