import Vocabulary

/// Which rows a list wants ahead of those that are visible, as a collection view tells it: rows
/// that come into the window once each, and those that leave it without having been visible.
struct PrefetchWindow {
  /// How many rows ahead.
  let distance: Int
  private var wanted: Range<Int> = 0..<0

  init(distance: Int) {
    self.distance = max(distance, 0)
  }

  /// Moves the window. Linear in the number of rows that come and leave.
  mutating func move(
    visible: Range<Int>, direction: ScrollDirection, count: Int
  ) -> (added: [Int], dropped: [Int]) {
    let next =
      switch direction {
      case .forward: visible.upperBound..<min(count, visible.upperBound + min(distance, count))
      case .backward: max(0, visible.lowerBound - min(distance, count))..<visible.lowerBound
      }
    let former = wanted
    wanted = next
    return (
      Self.rows(of: next, outside: former),
      Self.rows(of: former, outside: next).filter { !visible.contains($0) }
    )
  }

  /// Drops the whole window.
  mutating func clear() -> [Int] {
    defer { wanted = 0..<0 }
    return Array(wanted)
  }

  private static func rows(of range: Range<Int>, outside other: Range<Int>) -> [Int] {
    let overlap = range.clamped(to: other)
    guard !overlap.isEmpty else { return Array(range) }
    return Array(range.lowerBound..<overlap.lowerBound)
      + Array(overlap.upperBound..<range.upperBound)
  }
}
