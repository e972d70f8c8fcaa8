/// Takes the jobs of Swift's concurrency away from the runtime and hands them to a simulation.
///
/// One driver is installed at a time, for the whole process. Between ``install()`` and
/// ``uninstall()`` every job goes to the loop that holds the ``Port``.
protocol Driver: Sendable {
  var name: DriverName { get }

  /// What the driver is known not to control, where a trial may succeed by luck.
  var knownEscapes: Set<DriverReport.Construct> { get }

  /// Diverts the runtime's jobs.
  ///
  /// - Throws: ``SimulationError/driverUnavailable(_:reason:)`` with what to do about it.
  func install() throws(SimulationError)

  /// Gives the jobs back to the runtime's own executors.
  func uninstall()

  /// Runs one job to its next suspension, on the calling thread.
  func run(_ job: Job, hops: ActorHops)

  /// The executor that the body's task prefers, and all tasks below it in the task tree; nil for
  /// none. A preference makes hops back from actors scheduling points.
  func preference(for hops: ActorHops) -> (any TaskExecutor)?
}
