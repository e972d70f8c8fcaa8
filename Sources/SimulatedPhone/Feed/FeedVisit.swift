public import Simulation

/// One row's time on the screen, from the layout that brought it to the one that took it away.
public struct FeedVisit: Hashable, Sendable {
  /// The number of the row.
  public var row: Int
  /// When a cell was bound to it.
  public var visibleAt: SimulatedClock.Instant
  /// The first frame with the right picture; nil where there was none.
  public var shownAt: SimulatedClock.Instant?
  /// When it left the screen; nil while it is there.
  public var leftAt: SimulatedClock.Instant?

  /// A visit that begins.
  public init(row: Int, visibleAt: SimulatedClock.Instant) {
    self.row = row
    self.visibleAt = visibleAt
  }

  /// The time from being visible to being shown; nil where the picture never came.
  public var wait: Duration? {
    shownAt.map { visibleAt.duration(to: $0) }
  }
}
