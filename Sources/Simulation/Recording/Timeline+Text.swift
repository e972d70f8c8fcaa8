extension Timeline {
  /// The timeline as a table of times, lanes and words, one line for each event.
  ///
  /// - Parameters:
  ///   - range: Which events to show; all by default. What lies outside is left out silently.
  ///   - mark: The event to point at with an arrow.
  /// - Returns: The lines, each with its end; empty where there is no event.
  public func text(_ range: Range<Int>? = nil, marking mark: Int? = nil) -> String {
    let shown = range.map { $0.clamped(to: events.indices) } ?? events.indices
    let times = shown.map { events[$0].instant.description }
    let timeWidth = times.map(\.count).max() ?? 0
    let laneWidth = shown.map { events[$0].lane.count }.max() ?? 0
    let lines = zip(shown, times).map { index, time in
      let event = events[index]
      let line =
        time.leftPadded(to: timeWidth) + "  " + event.lane.rightPadded(to: laneWidth)
        + "  " + event.phase.prefix + event.what.replacing("\n", with: " ")
      return index == mark ? line + "   ←" : line
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension Timeline: CustomStringConvertible {
  /// The whole table.
  public var description: String { text() }
}

extension Timeline.Phase {
  fileprivate var prefix: String {
    switch self {
    case .happens: ""
    case .begins: "begins: "
    case .ends: "ends: "
    }
  }
}
