public import Simulation

/// The part of a timeline that a finding shows, as a value that can be written to a file.
public struct TimelineExcerpt: Codable, Hashable, Sendable {
  /// One event.
  public struct Event: Codable, Hashable, Sendable {
    /// When, in nanoseconds of virtual time since the start of the run; cut, not rounded.
    public var nanoseconds: Int64
    /// Where: a cell, the network.
    public var lane: String
    /// What, in a few words.
    public var what: String
    /// `happens`, `begins` or `ends`.
    public var phase: String
  }

  /// The events, in the order in which they happened.
  public var events: [Event] = []
  /// The place in ``events`` of the one that matters most; nil where there is none.
  public var mark: Int?
  /// How many events of the run came before the first one shown.
  public var omittedBefore: Int = 0
  /// How many came after the last one shown.
  public var omittedAfter: Int = 0

  /// An excerpt without events.
  public init() {}

  /// The events of a timeline around one of them.
  ///
  /// - Parameters:
  ///   - timeline: The whole.
  ///   - mark: The place of the event that matters most; the last one where nil.
  ///   - limit: How many events to take at the most.
  public init(_ timeline: Timeline, around mark: Int? = nil, limit: Int = 40) {
    let all = timeline.events
    guard !all.isEmpty, limit > 0 else { return }
    let center = min(max(mark ?? all.count - 1, 0), all.count - 1)
    // What led there says more than what came after: three in four come before.
    let after = min(all.count - 1 - center, limit / 4)
    let first = max(0, center + after - limit + 1)
    let last = min(all.count - 1, first + limit - 1)
    events = all[first...last].map(Event.init)
    self.mark = mark == nil ? nil : center - first
    omittedBefore = first
    omittedAfter = all.count - 1 - last
  }

  /// The excerpt as a timeline, to be printed or drawn.
  public var timeline: Timeline {
    Timeline(
      events: events.map { event in
        Timeline.Event(
          instant: SimulatedClock.Instant(.nanoseconds(event.nanoseconds)), lane: event.lane,
          what: event.what, phase: Timeline.Phase(rawValue: event.phase) ?? .happens)
      })
  }
}

extension TimelineExcerpt.Event {
  fileprivate init(_ event: Timeline.Event) {
    let nanoseconds = event.instant.offset.attoseconds / 1_000_000_000
    self.nanoseconds = Int64(clamping: nanoseconds)
    lane = event.lane.shortened
    what = event.what.shortened
    phase = event.phase.rawValue
  }
}
