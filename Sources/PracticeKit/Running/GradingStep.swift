/// Where grading stands, told as it goes.
enum GradingStep: Hashable, Sendable {
  case building
  /// So many checks are about to run.
  case running(checks: Int)
  /// This check is about to run in a process of its own, since it did not pass with the others.
  case runningAlone(check: String)
}
