import Simulation

extension TimelineExcerpt {
  /// The excerpt as lines of text: those around the mark, or the last ones.
  ///
  /// - Parameter limit: How many events to show at the most. Those left out are counted.
  /// - Returns: The lines, without their ends.
  func lines(limit: Int) -> [String] {
    guard !events.isEmpty else { return [] }
    let center = mark ?? events.count - 1
    let last = min(events.count - 1, center + limit / 4)
    let first = max(0, last - limit + 1)
    let shown = first..<min(events.count, first + limit)
    let before = omittedBefore + shown.lowerBound
    let after = omittedAfter + events.count - shown.upperBound
    let table = timeline.text(shown, marking: mark).split(separator: "\n").map(String.init)
    return (before > 0 ? ["… \(before) before"] : []) + table
      + (after > 0 ? ["… \(after) after"] : [])
  }
}
