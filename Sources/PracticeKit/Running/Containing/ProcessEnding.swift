/// How a contained program came to its end.
enum ProcessEnding: Hashable, Sendable {
  /// It ended by itself with this status.
  case exited(Int32)
  /// A signal that we did not send ended it: a trap, an abort, a fault.
  case signalled(Int32)
  /// We ended it, since it went over a limit.
  case over(Limit)
  /// We ended it, since our caller asked for that.
  case stopped

  /// What can be had too much of.
  enum Limit: Hashable, Sendable {
    case time, silence, memory, threads, processes, files
  }

  /// The ending that a shell's exit status stands for: 128 and the signal's number, or the status.
  init(shellStatus status: Int32) {
    self = (129...192).contains(status) ? .signalled(status - 128) : .exited(status)
  }
}
