/// Collects the events of one simulation, from any thread.
final class TimelineRecorder: Sendable {
  private let events = Guarded<[Timeline.Event]>([])

  var timeline: Timeline { Timeline(events: events.withLock { $0 }) }

  func add(
    _ phase: Timeline.Phase, _ what: String, on lane: String?, at instant: SimulatedClock.Instant
  ) {
    let event = Timeline.Event(
      instant: instant, lane: lane ?? Lane.current ?? Lane.none, what: what, phase: phase)
    events.withLock { $0.append(event) }
  }
}
