/// Everything that was observed in a run, in the order in which it happened.
///
/// Two runs that behaved alike have equal timelines, and equal texts to the byte.
public struct Timeline: Hashable, Sendable {
  /// Whether an event is a point in time or one end of a span.
  public enum Phase: String, Hashable, Sendable {
    /// A point in time.
    case happens
    /// A span with the same words and lane begins.
    case begins
    /// The span ends.
    case ends
  }

  /// One thing that was observed.
  public struct Event: Hashable, Sendable {
    /// When.
    public var instant: SimulatedClock.Instant
    /// Where: a cell, the network, the main actor.
    public var lane: String
    /// What, in a few words.
    public var what: String
    /// Whether it happens, begins or ends.
    public var phase: Phase

    /// An event as it is put on the timeline.
    public init(
      instant: SimulatedClock.Instant, lane: String, what: String, phase: Phase = .happens
    ) {
      self.instant = instant
      self.lane = lane
      self.what = what
      self.phase = phase
    }
  }

  /// The events, in the order in which they happened.
  public var events: [Event]

  /// A timeline of the given events.
  public init(events: [Event] = []) {
    self.events = events
  }

  /// The lanes, in the order in which they first appear. Linear in the number of events.
  public var lanes: [String] {
    var seen: Set<String> = []
    return events.map(\.lane).filter { seen.insert($0).inserted }
  }
}
