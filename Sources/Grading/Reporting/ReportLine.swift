/// One line of a report, and what it is, so that a terminal may colour it.
public struct ReportLine: Hashable, Sendable {
  /// What a line is.
  public enum Role: Hashable, Sendable, CaseIterable {
    /// The first line of an exercise.
    case heading
    /// A check that passes.
    case passed
    /// A check that does not.
    case failed
    /// A check that was skipped.
    case skipped
    /// Expected, got, trap or say, or why something was skipped.
    case beat
    /// A line of the timeline.
    case timeline
    /// The command that repeats it.
    case replay
    /// The mistake that was recognised.
    case mistake
    /// What a reader should know besides.
    case note
  }

  /// What it is.
  public var role: Role
  /// The line, without colours and without its end.
  public var text: String

  /// A line.
  public init(_ role: Role, _ text: String) {
    self.role = role
    self.text = text
  }
}
