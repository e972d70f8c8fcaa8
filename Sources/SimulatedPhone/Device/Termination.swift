public import Simulation

/// The system has ended the app, which no crash reporter sees.
public struct Termination: Hashable, Sendable {
  /// Why.
  public enum Reason: String, Hashable, CaseIterable, Sendable {
    /// The footprint passed the limit.
    case limit
    /// The app was large, in deep background, when the system looked for memory.
    case background
  }

  /// When.
  public var instant: SimulatedClock.Instant
  /// Why.
  public var reason: Reason
  /// What the app took, in bytes.
  public var footprint: Int

  /// A termination with the given particulars.
  public init(instant: SimulatedClock.Instant, reason: Reason, footprint: Int) {
    self.instant = instant
    self.reason = reason
    self.footprint = footprint
  }
}
