/// What grading says of one check.
public struct CheckReport: Codable, Hashable, Sendable {
  /// The check.
  public var check: Check
  /// The verdict.
  public var verdict: Verdict
  /// Why it did not pass, where it was run.
  public var finding: Finding?
  /// Under how many schedules it failed, where they were counted.
  public var count: FailureCount?
  /// Why it was skipped or not reached.
  public var words: String?
  /// How long it took, in seconds of real time; nil where it did not end.
  public var seconds: Double?

  /// A report.
  public init(
    _ check: Check, _ verdict: Verdict, finding: Finding? = nil, count: FailureCount? = nil,
    words: String? = nil, seconds: Double? = nil
  ) {
    self.check = check
    self.verdict = verdict
    self.finding = finding
    self.count = count
    self.words = words
    self.seconds = seconds
  }
}
