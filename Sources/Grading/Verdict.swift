/// What grading says of a check, or of an answer.
public enum Verdict: String, Codable, Hashable, CaseIterable, Sendable {
  /// The promise is kept, under every schedule that was tried. Of an answer: all checks pass.
  case pass
  /// The promise is broken; the finding says how. Of an answer: not all checks pass.
  case fail
  /// A check that this one needs does not pass, so it would say nothing.
  case skipped
  /// The process ended in the middle of the check, or the check was never reported.
  case crashed
  /// The check did not end within its deadline.
  case hung
  /// The process took more memory than it may.
  case overMemory
  /// Of an answer only: it is the stub still, byte for byte.
  case notStarted
  /// Of an answer only: the compiler did not take it.
  case didNotBuild

  /// Whether a check with this verdict counts as one that the answer has failed.
  public var isFailure: Bool {
    switch self {
    case .fail, .crashed, .hung, .overMemory: true
    case .pass, .skipped, .notStarted, .didNotBuild: false
    }
  }
}

extension Verdict {
  /// Why a check is skipped.
  ///
  /// - Parameters:
  ///   - need: The ``Check/id`` of the one that it needs.
  ///   - verdict: The verdict on that one; nil where the suite has none of that name.
  /// - Returns: The reason, in a few words.
  public static func words(needing need: String, which verdict: Verdict?) -> String {
    switch verdict {
    case .skipped: "needs \(need), which is skipped"
    case .crashed: "needs \(need), which crashed"
    case .hung: "needs \(need), which hung"
    case .overMemory: "needs \(need), which took too much memory"
    case nil: "needs \(need), which is unknown"
    case .pass, .fail, .notStarted, .didNotBuild: "needs \(need), which failed"
    }
  }
}
