import Grading

/// What the suite said of a variant, under one driver.
struct VariantOutcome: Codable, Hashable, Sendable {
  /// What became of the answer as a whole.
  var verdict: Verdict
  /// The verdict on each check, by its name.
  var checks: [String: Verdict] = [:]
  /// The name of the mistake that the report recognised.
  var recognised: String?
  /// What the compiler said, where it did not build.
  var words: String?
  /// Under how many schedules a check failed, where that was not in order.
  var counts: [String: FailureCount] = [:]
  /// The first line of each finding, by check, for people.
  var findings: [String: String] = [:]

  /// The checks that failed, whichever way.
  var failed: Set<String> { Set(checks.filter(\.value.isFailure).keys) }

  /// The checks that passed.
  var passed: Set<String> { Set(checks.filter { $0.value == .pass }.keys) }
}

extension VariantOutcome {
  /// What a report says.
  init(_ report: ExerciseReport) {
    verdict = report.verdict
    recognised = report.mistake?.name
    words = report.words
    for check in report.checks {
      checks[check.check.id] = check.verdict
      counts[check.check.id] = check.count
      if let finding = check.finding {
        let seed = finding.seed.map { " (seed \($0))" } ?? ""
        findings[check.check.id] = "\(finding.got)\(seed)"
      }
    }
  }
}
