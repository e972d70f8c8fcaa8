/// What reached a run from threads that the simulation does not own.
///
/// Where there was any, the order of the run is not the schedule's alone, and the same seed need
/// not give the same run.
public struct ForeignWork: Hashable, Sendable {
  /// Jobs that another thread enqueued and this run ran.
  public var arrivals = 0
  /// Jobs of tasks from an earlier run, woken by another thread during this one. They were not
  /// run.
  public var stragglers = 0
  /// Raw `Task.sleep`s that the driver turned into virtual time.
  public var rawSleeps = 0

  /// Whether the schedule alone decided the order.
  public var isNone: Bool { arrivals == 0 }
}
