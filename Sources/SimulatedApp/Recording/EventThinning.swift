/// Keeps the events of as many rows as there is room for.
///
/// When it is full, half of the rows are forgotten with all of their events: first the odd ones,
/// then those that four does not divide, and so on. What is kept is complete for its rows, spread
/// evenly, and the same for the same events. Amortised constant time for each event.
struct EventThinning {
  private(set) var events: [FeedEvent] = []
  /// Every so many rows one is kept.
  private(set) var stride = 1
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  mutating func add(_ event: FeedEvent) {
    guard limit > 0, event.row.isMultiple(of: stride) else { return }
    events.append(event)
    while events.count > limit, stride <= Int.max / 4 {
      // Where all events belong to row zero, no stride helps.
      guard events.contains(where: { $0.row != 0 }) else { return }
      stride *= 2
      events.removeAll { !$0.row.isMultiple(of: stride) }
    }
  }
}
