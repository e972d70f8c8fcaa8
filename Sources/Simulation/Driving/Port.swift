/// The one place of the process to which the installed driver sends the runtime's jobs.
///
/// Executors must outlive every task that has seen them, so they are global and forward here,
/// instead of belonging to a simulation.
enum Port {
  private static let holder = Guarded<JobLoop?>(nil)
  /// The numbers of the tasks of former runs, in rising order; runs that follow one another
  /// without a task of the process between them are one range.
  private static let formerTasks = Guarded<[ClosedRange<UInt64>]>([])

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

  /// Notes the numbers of the tasks of a run that has ended.
  static func noteRun(_ tasks: ClosedRange<UInt64>) {
    formerTasks.withLock { former in
      if let last = former.last, last.upperBound + 1 == tasks.lowerBound {
        former[former.count - 1] = last.lowerBound...tasks.upperBound
      } else {
        former.append(tasks)
      }
    }
  }

  /// Whether a task belongs to an earlier run, and not to the process around the simulations.
  static func isFromAnEarlierRun(_ taskNumber: UInt64) -> Bool {
    formerTasks.withLock { former in former.reversed().contains { $0.contains(taskNumber) } }
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
