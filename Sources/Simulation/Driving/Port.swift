import Synchronization

/// The one place of the process to which the installed driver sends the runtime's jobs.
///
/// Executors must outlive every task that has seen them, so they are global and forward here,
/// instead of belonging to a simulation.
enum Port {
  private static let holder = Mutex<JobLoop?>(nil)

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

  /// Hands a job to the loop that has the port; false when nobody has or wants it.
  static func deliver(_ job: UnownedJob, home: Job.Home) -> Bool {
    loop?.enqueue(Job(unowned: job, home: home)) ?? false
  }

  /// Likewise, for a job that is to run later.
  static func deliver(_ job: UnownedJob, home: Job.Home, after sleep: RawSleep) -> Bool {
    loop?.enqueue(Job(unowned: job, home: home), after: sleep) ?? false
  }

  private static var loop: JobLoop? { holder.withLock { $0 } }
}
