public import SimulatedPhone

/// What came out of a ``Scenario``.
public struct ScenarioReport: Hashable, Sendable {
  /// What was run.
  public var scenario: Scenario
  /// The numbers.
  public var numbers: ScenarioNumbers
  /// When and why the system ended the app, in order.
  public var terminations: [Termination]
  /// The memory over time.
  public var memory: MemoryTrack
  /// From when on the system warns, and when it ends the app, in bytes.
  public var limits: MemoryLimits
  /// Events for drawing, complete for each row that ``eventStride`` divides, up to the
  /// scenario's limit; by kind and row, not by time.
  public var events: [FeedEvent]
  /// Every so many rows, events are there for one.
  public var eventStride: Int
  /// How many events there were in all.
  public var eventCount: Int
  /// The first frames in which a row showed what it must not, at most twenty.
  public var violations: [DrawViolation]
}
