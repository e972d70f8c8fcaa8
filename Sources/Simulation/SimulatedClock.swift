/// The virtual clock of one simulation, to be given to the code under test.
///
/// Time stands still while anything can run and then jumps to the next deadline, so an hour
/// costs nothing. Timers fire by (deadline, order in which they were set); the schedule then
/// picks among the tasks that woke at one instant.
///
/// It may be copied and used from any task. Reading ``now`` and sleeping cost O(log n) in the
/// number of pending timers at the most.
public struct SimulatedClock: Clock {
  private let loop: JobLoop

  init(_ loop: JobLoop) {
    self.loop = loop
  }

  /// The present instant: zero before the run, the last instant after it.
  public var now: Instant { Instant(loop.now) }

  /// One nanosecond, though instants of any fineness are kept exactly.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends the calling task until `deadline`.
  ///
  /// A deadline that has come or gone does not block but lets other ready jobs run, as a sleep
  /// on a real clock does. One that has gone is noted in the run's remarks, since it usually
  /// means a subtraction with its sides exchanged.
  ///
  /// - Parameters:
  ///   - deadline: The instant at which the task becomes ready again.
  ///   - tolerance: Ignored; virtual time is exact.
  /// - Throws: `CancellationError` as soon as the task is cancelled, before or during the sleep;
  ///   ``SimulationError/notRunning`` outside a run.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let reason = "for the clock to reach \(deadline)"
    let suspension = Suspension(loop.makeWait(reason))
    let timer = try loop.addTimer(.wake(suspension), at: deadline.offset)
    try await suspension.suspend { [loop] in loop.removeTimer(timer) }
  }
}
