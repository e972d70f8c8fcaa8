/// How a test process ended. It proves nothing about checks that were reported, and tells what
/// became of those that were not.
public enum ProcessEnd: Hashable, Sendable {
  /// By itself, with a status. Zero means no more than any other.
  case exited(Int32)
  /// By a signal that nobody on our side sent.
  case signalled(Int32)
  /// By us, at its deadline: so many seconds of real time.
  case pastDeadline(seconds: Double)
  /// By us or the system, above its limit of memory: so many bytes.
  case pastMemory(bytes: Int)

  var verdict: Verdict {
    switch self {
    case .exited, .signalled: .crashed
    case .pastDeadline: .hung
    case .pastMemory: .overMemory
    }
  }

  /// The finding of a check that began and did not end.
  func finding(of check: Check) -> Finding {
    switch self {
    case .exited(let status):
      Finding(
        .crash, expected: check.promise,
        got: "the process ends by itself, with status \(status), in the middle of the check",
        .crash)
    case .signalled(let signal):
      Finding(
        .crash, expected: check.promise,
        got: "the process dies of signal \(signal) in the middle of the check", .crash)
    case .pastDeadline(let seconds):
      Finding(
        .hang, expected: check.promise,
        got: "no end after \(seconds.inTenths) s of real time", .hang)
    case .pastMemory(let bytes):
      Finding(
        .memory, expected: check.promise,
        got: "more than \(bytes / 1_000_000) MB of memory", .memory)
    }
  }
}

extension Double {
  /// The number with at most one decimal; no locale is asked.
  var inTenths: String {
    let tenths = (self * 10).rounded()
    guard tenths.magnitude < 1e15 else { return "\(self)" }
    let whole = Int(tenths)
    return whole % 10 == 0 ? "\(whole / 10)" : "\(Double(whole) / 10)"
  }
}
