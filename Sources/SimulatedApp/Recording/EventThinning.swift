/// Keeps the events of as many rows as there is room for.
///
/// When it is full, half of the rows are forgotten with all of their events: first the odd ones,
/// then those that four does not divide, and so on. What is kept is complete for its rows, spread
/// evenly, and the same for the same events. Amortised constant time for each event.
struct EventThinning {
  private var events: [(event: FeedEvent, rank: Int)] = []
  /// Every so many rows one is kept.
  private(set) var stride = 1
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// What is kept, by row and instant. Events of one row at one instant go by their rank, and by
  /// the order in which they were added where that is the same.
  var sorted: [FeedEvent] {
    events.enumerated().sorted { lhs, rhs in
      let (left, right) = (lhs.element.event, rhs.element.event)
      return (left.row, left.instant, lhs.element.rank, lhs.offset)
        < (right.row, right.instant, rhs.element.rank, rhs.offset)
    }
    .map(\.element.event)
  }

  mutating func add(_ event: FeedEvent, rank: Int) {
    guard limit > 0, event.row.isMultiple(of: stride) else { return }
    events.append((event, rank))
    while events.count > limit, stride <= Int.max / 4 {
      // Where all events belong to row zero, no stride helps.
      guard events.contains(where: { $0.event.row != 0 }) else { return }
      stride *= 2
      events.removeAll { !$0.event.row.isMultiple(of: stride) }
    }
  }
}
