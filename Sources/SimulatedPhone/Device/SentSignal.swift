public import Simulation
public import Vocabulary

/// A signal that has been sent to the app, and what the app did while it was told.
public struct SentSignal: Hashable, Sendable {
  /// What was said.
  public var signal: MemorySignal
  /// When its cause arose.
  public var instant: SimulatedClock.Instant
  /// When the app was told; nil while it has not been.
  public var toldAt: SimulatedClock.Instant?
  /// What the app took before it was told, in bytes.
  public var footprintBefore: Int
  /// What the app took when all subscribers had returned, in bytes.
  public var footprintAfter: Int
  /// What was charged while the subscribers were told, in bytes. An answer to pressure that
  /// allocates makes it worse first.
  public var chargedMeanwhile: Int

  init(signal: MemorySignal, instant: SimulatedClock.Instant, footprint: Int) {
    self.signal = signal
    self.instant = instant
    footprintBefore = footprint
    footprintAfter = footprint
    chargedMeanwhile = 0
  }
}
