/// A run of a scenario after which something was not as it must be.
public struct DiskTrialFailure: Sendable {
  /// What happened to the disk; nil where it failed without a mishap.
  public let mishap: DiskMishap?
  /// What became of unflushed bytes when the app ended.
  public let survival: DiskSurvival
  /// The order of jobs.
  public let schedule: String
  /// What the scenario did to the disk.
  public let steps: [DiskStep]
  /// What the scenario noted.
  public let notes: [String]
  /// What was wrong, in sentences.
  public let complaints: [String]
}

extension DiskTrialFailure: CustomStringConvertible {
  /// What was wrong, when, and the trail of steps that led there.
  public var description: String {
    let headline = mishap.map { "\($0), and \(survival) (\(schedule))" }
    var lines = ["When " + (headline ?? "nothing befalls the disk (\(schedule))") + ":"]
    lines += complaints.map { "  \($0)" }
    lines.append("The steps of the scenario:")
    lines += steps.map { step in
      let isMarked = step.number == mishap?.step
      return "  \(step)\(isMarked ? "   <- \(mishap?.description ?? "")" : "")"
    }
    if let mishap, !steps.contains(where: { $0.number == mishap.step }) {
      lines.append("  <- \(mishap)")
    }
    if !notes.isEmpty { lines.append("It had noted: " + notes.joined(separator: "; ") + ".") }
    return lines.joined(separator: "\n")
  }
}
