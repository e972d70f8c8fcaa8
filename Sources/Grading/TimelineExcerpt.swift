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
  ///   - limit: How many events to take at the most; neighbours that say the same count as one.
  public init(_ timeline: Timeline, around mark: Int? = nil, limit: Int = 40) {
    let (all, mark) = Self.folded(timeline.events, around: mark)
    guard !all.isEmpty, limit > 0 else { return }
    let center = mark ?? all.count - 1
    // What led there says more than what came after: three in four come before.
    let after = min(all.count - 1 - center, limit / 4)
    let first = max(0, center + after - limit + 1)
    let last = min(all.count - 1, first + limit - 1)
    events = Array(all[first...last])
    self.mark = mark.map { $0 - first }
    omittedBefore = first
    omittedAfter = all.count - 1 - last
  }

  /// All events, neighbours that say the same (the chunks of a body) as one, at the last instant.
  ///
  /// - Parameters:
  ///   - events: All events.
  ///   - mark: The place of an event that is never taken together with others.
  /// - Returns: The events, and the place of the mark among them.
  private static func folded(_ events: [Timeline.Event], around mark: Int?) -> ([Event], Int?) {
    var folded: [Event] = []
    var place: Int?
    var repeats = 1
    for (index, event) in events.enumerated() {
      let next = Event(event)
      let isRepeat =
        index > 0 && event.lane == events[index - 1].lane && event.what == events[index - 1].what
        && event.phase == events[index - 1].phase && mark != index && mark != index - 1
      repeats = isRepeat ? repeats + 1 : 1
      if isRepeat { folded.removeLast() }
      folded.append(next)
      if isRepeat { folded[folded.count - 1].what += " ×\(repeats)" }
      if index == mark { place = folded.count - 1 }
    }
    return (folded, place)
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
