public import Simulation
public import Vocabulary

/// A request that has left the phone for a ``SwipeServer``.
public struct SwipeArrival: Hashable, Sendable {
  /// What it asks.
  public let operation: SwipeOperation
  /// Its place among all requests to the server, from 1.
  public let number: Int
  /// Its place among the requests with its key, from 1.
  public let attempt: Int
  /// When it was sent.
  public let instant: SimulatedClock.Instant
}
