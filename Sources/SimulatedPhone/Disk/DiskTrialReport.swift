/// What came of running a scenario with a mishap at each of its steps.
public struct DiskTrialReport: Sendable {
  /// The steps of the scenario where nothing befalls the disk.
  public let steps: [DiskStep]
  /// How many runs there were.
  public let trialCount: Int
  /// The runs after which something was wrong, in the order of the steps.
  public let failures: [DiskTrialFailure]

  /// Whether all was well after every run, of which there was more than the one that counts.
  public var isSound: Bool { failures.isEmpty && trialCount > 1 }
}

extension DiskTrialReport: CustomStringConvertible {
  /// How many runs failed, and the trail of the first of them.
  public var description: String {
    let sum = "\(steps.count) steps, \(trialCount) runs, \(failures.count) failed"
    return failures.first.map { "\(sum)\n\($0)" } ?? sum
  }
}
