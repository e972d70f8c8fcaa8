/// What reached a run from threads that the simulation does not own.
///
/// Where there was any, the order of the run is not the schedule's alone, and the same seed need
/// not give the same run.
public struct ForeignWork: Hashable, Sendable {
  /// Jobs that another thread enqueued and this run ran.
  public internal(set) var arrivals = 0
  /// Jobs of tasks from an earlier run, woken by another thread during this one. They were not
  /// run.
  public internal(set) var stragglers = 0
  /// Raw `Task.sleep`s that the driver turned into virtual time. The runtime tells their lengths
  /// by a real clock, so they are reconstructed to the millisecond: a run with one need not repeat.
  public internal(set) var rawSleeps = 0

  /// Whether the schedule alone decided the order.
  public var isNone: Bool { arrivals == 0 }
}
