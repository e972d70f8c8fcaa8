public import Simulation
public import Vocabulary

/// A request as the server gets it.
public struct RequestArrival: Hashable, Sendable {
  /// What was sent.
  public var request: TransportRequest
  /// The how-manieth request of its URL on its transport it is, from 1.
  public var number: Int
  /// When it was sent. The way there is part of the latency, so it is here at once.
  public var instant: SimulatedClock.Instant

  /// A request that arrives.
  public init(request: TransportRequest, number: Int = 1, instant: SimulatedClock.Instant = .zero) {
    self.request = request
    self.number = number
    self.instant = instant
  }
}
