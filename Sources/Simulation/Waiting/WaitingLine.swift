/// Suspensions in the order in which they came, any of which can leave before its turn.
///
/// A timer queue in which all deadlines are equal is such a line, with removal in O(log n).
typealias WaitingLine = TimerQueue<Suspension>

extension WaitingLine {
  /// Stands behind all others.
  mutating func join(_ suspension: Suspension) -> ID {
    insert(suspension, at: .zero)
  }
}
