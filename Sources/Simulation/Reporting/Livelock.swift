/// The state of a simulation that runs job after job at one instant, so that time never moves on.
public struct Livelock: Hashable, Sendable {
  /// The virtual instant that never passes.
  public let instant: SimulatedClock.Instant
  /// How many jobs ran at that instant before the simulation gave up.
  public let steps: Int
}

extension Livelock: CustomStringConvertible {
  /// Two lines: what happened, and what usually causes it.
  public var description: String {
    """
    Livelock at \(instant): \(steps) jobs ran and time did not move on.
      Likely: a loop that yields until a flag changes. Await the thing itself instead.
    """
  }
}
