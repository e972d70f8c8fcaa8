import Foundation

/// Runs programs that are not trusted: in a session of their own, within limits, and so that
/// nothing which they started is left when they have ended.
///
/// Knows nothing of grading. Safe from any thread; a run blocks the thread that asks for it.
struct Containment: Sendable {
  /// What it contains with.
  let means: ContainmentMeans

  /// With the strongest means that this machine has, unless others are given.
  init(means: ContainmentMeans = .here) {
    self.means = means
  }

  /// Runs a program to its end, or ends it at a limit.
  ///
  /// Returns when neither it nor anything that it started is left, as far as ``means`` reach.
  ///
  /// - Parameters:
  ///   - program: What to run.
  ///   - limits: What it may take.
  ///   - stop: Ends it early when given.
  /// - Returns: What it did and how it ended.
  /// - Throws: ``ContainmentError`` where it could not be started. A program that does not exist
  ///   starts and exits with 127, as from any shell.
  func run(
    _ program: Program, limits: ProcessLimits = ProcessLimits(), stop: StopSignal? = nil
  ) throws(ContainmentError) -> ProcessReport {
    var plumbing = try Plumbing(program)
    defer { plumbing.close() }
    let mark = "FOLLOW_UPS_MARK=\(UUID().uuidString)"
    #if os(Linux)
      if program.isConfined, means.processes == .descent { Landlock.adoptOrphans() }
    #endif
    let clock = SuspendingClock()
    let start = clock.now
    let child = try spawn(program, plumbing, mark)
    plumbing.closeTheirs()
    let isNamespace = program.isConfined && means.processes == .namespace
    var supervision = Supervision(
      child: child, tree: ProcessTree(root: child.pid, mark: mark), limits: limits,
      outlets: plumbing.outlets(limits), isNamespace: isNamespace,
      folder: program.isConfined && limits.files < .max ? program.folder.path : nil)
    let outcome = supervision.run(from: start, on: clock, stop: stop)
    return supervision.report(outcome, elapsed: clock.now - start)
  }

  private func spawn(
    _ program: Program, _ plumbing: Plumbing, _ mark: String
  ) throws(ContainmentError) -> ChildProcess {
    let words = words(for: program)
    var environment = program.environment
    let parts = mark.split(separator: "=").map(String.init)
    environment[parts[0]] = parts[1]
    #if os(Linux)
      if program.isConfined, means.files == .landlock {
        return try spawnRestricted(
          words, environment, plumbing.inChild, writingOnlyTo: program.folder.path)
      }
    #endif
    return try ChildProcess.spawn(
      words, environment: environment, descriptors: plumbing.inChild)
  }

  #if os(Linux)
    /// Spawns from a thread that gives up its rights first and ends right after: only what it
    /// starts is restricted, never the rest of our process.
    private func spawnRestricted(
      _ words: [String], _ environment: [String: String], _ descriptors: [Int32: Int32],
      writingOnlyTo folder: String
    ) throws(ContainmentError) -> ChildProcess {
      let handover = Handover<Result<ChildProcess, ContainmentError>>()
      Thread.detachNewThread { [means] in
        let isRestricted = Landlock.restrictThread(
          writingOnlyTo: folder, withoutTCP: means.network == .landlock)
        let number = errno
        handover.give(
          isRestricted
            ? Result { () throws(ContainmentError) in
              try ChildProcess.spawn(words, environment: environment, descriptors: descriptors)
            } : .failure(.system(call: "landlock_restrict_self", number: number)))
      }
      return try handover.take().get()
    }
  #endif
}
