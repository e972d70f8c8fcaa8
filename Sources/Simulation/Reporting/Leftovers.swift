/// What a run left behind: work that went on, or waited, after the body had ended.
///
/// Jobs that could still run at the last instant have been run before this is taken, so a task
/// that only had to finish is not in it. What is in it was then cancelled, or woken where it slept
/// raw, so that it could end; what it did after that is not on the timeline. Tasks without a lane
/// that wait for something which the simulation does not know are not in it.
public struct Leftovers: Hashable, Sendable {
  /// Tasks that waited at a gate, on the clock or for quiet.
  public internal(set) var waits: [Wait] = []
  /// Lanes that had not ended.
  public internal(set) var lanes: [String] = []
  /// Raw sleeps that would still have woken someone.
  public internal(set) var rawSleeps = 0
  /// Jobs that were ready still when the limit of steps was reached.
  public internal(set) var jobs = 0

  /// Whether the run left nothing behind.
  public var isEmpty: Bool { self == Leftovers() }
}

extension Leftovers: CustomStringConvertible {
  /// One line for each thing left; "nothing" where there is none.
  public var description: String {
    var lines = waits.map(\.description)
    lines += lanes.map { "\($0) has not ended" }
    if rawSleeps > 0 { lines.append("\(rawSleeps) raw sleep(s) not over") }
    if jobs > 0 { lines.append("\(jobs) job(s) that would run on for ever") }
    return lines.isEmpty ? "nothing" : lines.joined(separator: "\n")
  }
}
