public import Simulation
public import Vocabulary

/// A request that has left the phone for a ``SwipeServer``.
public struct SwipeArrival: Hashable, Sendable {
  /// What it asks.
  public let operation: SwipeOperation
  /// The how manieth request to the server it is, from 1.
  public let number: Int
  /// The how manieth request with this key it is, from 1.
  public let attempt: Int
  /// When it was sent.
  public let instant: SimulatedClock.Instant
}
