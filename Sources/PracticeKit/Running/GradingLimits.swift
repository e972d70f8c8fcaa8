/// What an answer may take while it is graded.
struct GradingLimits: Hashable, Sendable {
  /// Real time for one check in a process of its own.
  var check: Duration = .seconds(20)
  /// How long the checks that run together may say nothing before each is run alone.
  var silence: Duration = .seconds(5)
  /// Real time for all checks that run together.
  var together: Duration = .seconds(120)
  /// Real time for the build.
  var build: Duration = .seconds(900)
  /// Bytes of resident memory for one test process.
  var memory: Int = 1 << 30
  /// Threads of one test process.
  var threads: Int = 1_024
  /// Processes that one check may have alive at a time, the shell around it among them.
  var processes: Int = 32
  /// Bytes of the files in the folder of one test process.
  var files: Int = 256 << 20

  /// The same limits where more schedules than the usual hundred are tried: so much more time.
  func `for`(schedules: Int) -> GradingLimits {
    let factor = max(1, (schedules + 99) / 100)
    var limits = self
    limits.check *= factor
    limits.silence *= factor
    limits.together *= factor
    return limits
  }

  /// The limits for checks that run together.
  var ofMany: ProcessLimits {
    ProcessLimits(
      time: together, silence: silence, memory: memory, threads: threads, processes: processes,
      files: files)
  }

  /// The limits for one check alone.
  var ofOne: ProcessLimits {
    ProcessLimits(
      time: check, memory: memory, threads: threads, processes: processes, files: files)
  }
}
