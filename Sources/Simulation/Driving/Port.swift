import Synchronization

/// The one place of the process to which the installed driver sends the runtime's jobs.
///
/// Executors must outlive every task that has seen them, so they are global and forward here,
/// instead of belonging to a simulation.
enum Port {
  private static let holder = Mutex<JobLoop?>(nil)
  /// The number of the first task of the process's first run.
  private static let firstTaskNumber = Mutex<UInt64?>(nil)

  /// Gives the port to `loop`.
  ///
  /// - Throws: ``SimulationError/alreadyRunning`` while another loop has it.
  static func claim(_ loop: JobLoop) throws(SimulationError) {
    let isFree = holder.withLock { holder in
      guard holder == nil else { return false }
      holder = loop
      return true
    }
    guard isFree else { throw .alreadyRunning }
  }

  static func release() {
    holder.withLock { $0 = nil }
  }

  /// Notes the number of a run's first task.
  static func noteRun(startingWith taskNumber: UInt64) {
    firstTaskNumber.withLock { $0 = min($0 ?? taskNumber, taskNumber) }
  }

  /// Whether a task that is older than the present run belongs to an earlier one, and not to the
  /// process around the simulations.
  static func isFromAnEarlierRun(_ taskNumber: UInt64) -> Bool {
    firstTaskNumber.withLock { first in first.map { taskNumber >= $0 } ?? false }
  }

  /// Hands a job to the loop that has the port; false when nobody has or wants it.
  static func deliver(_ job: UnownedJob, target: Job.Target) -> Bool {
    loop?.enqueue(Job(unowned: job, target: target)) ?? false
  }

  /// Likewise, for a job that is to run later.
  static func deliver(_ job: UnownedJob, target: Job.Target, after sleep: RawSleep) -> Bool {
    loop?.enqueue(Job(unowned: job, target: target), after: sleep) ?? false
  }

  private static var loop: JobLoop? { holder.withLock { $0 } }
}
