/// The state of a simulation in which nothing can happen any more, though its body has not ended.
public struct Deadlock: Hashable, Sendable {
  /// The virtual instant at which the last job ran.
  public let instant: SimulatedClock.Instant
  /// Who waits at a gate or for the simulation, in the order in which they began to.
  public let waits: [Wait]
  /// Lanes that have not ended and wait for something that the simulation does not know.
  public let silent: [String]
  /// Threads outside the simulation that were busy still.
  public let busyThreads: [String]
  /// How many threads there are outside the simulation, the busy ones included; zero where the
  /// system does not tell.
  public let otherThreads: Int
  /// Whether a raw `Task.sleep` could be the reason, since the driver in use cannot see one.
  public let mayBeRawSleep: Bool
}

extension Deadlock: CustomStringConvertible {
  /// Several lines: what happened, who waits for what, and what usually causes it.
  public var description: String {
    var lines = ["Deadlock at \(instant): nothing is left to run, and the body has not ended."]
    lines += waits.map { "  \($0)" }
    lines += silent.map { "  \($0) waits for something that the simulation does not know" }
    if !silent.isEmpty {
      lines.append(
        """
          Likely: a continuation that nobody resumes, a task or stream that never ends, or an \
        actor that waits for itself.
        """)
    }
    if !busyThreads.isEmpty {
      lines.append("  Still busy on real threads: \(busyThreads.joined(separator: ", "))")
    } else if otherThreads > 0 {
      lines.append(
        "  \(otherThreads) other thread(s) slept: work that waits in real time may be among them.")
    }
    if mayBeRawSleep {
      lines.append("  If this is a Task.sleep: wait on the clock that you were given instead.")
    }
    return lines.joined(separator: "\n")
  }
}
