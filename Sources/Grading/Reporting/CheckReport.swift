/// What grading says of one check.
public struct CheckReport: Codable, Hashable, Sendable {
  /// The check.
  public var check: Check
  /// The verdict.
  public var verdict: Verdict
  /// Why it did not pass, where it was run.
  public var finding: Finding?
  /// Why it was skipped or not reached.
  public var words: String?
  /// How long it took, in seconds of real time; nil where it did not end.
  public var seconds: Double?

  /// A report.
  public init(
    _ check: Check, _ verdict: Verdict, finding: Finding? = nil, words: String? = nil,
    seconds: Double? = nil
  ) {
    self.check = check
    self.verdict = verdict
    self.finding = finding
    self.words = words
    self.seconds = seconds
  }
}
