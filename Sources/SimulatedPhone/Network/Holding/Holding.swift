public import Simulation

/// A door at which a scripted transfer waits until a test opens it.
public protocol Holding: Sendable {
  /// Returns when the door lets this caller through.
  ///
  /// - Throws: `CancellationError` as soon as the calling task is cancelled.
  func pass() async throws
}

extension Gate: Holding {}
