/// A task that waits for something that the simulation knows.
public struct Wait: Hashable, Sendable {
  /// Who waits: the lane of the task, or "a task" where it belongs to none.
  public let lane: String
  /// For what, as a phrase: `at gate "decoder"`.
  public let reason: String
  /// Since which instant.
  public let since: SimulatedClock.Instant

  let laneNumber: Int?
}

extension Wait: CustomStringConvertible {
  /// One line of a report: `cell 2 waits at gate "decoder" since 3 ms`.
  public var description: String { "\(lane) waits \(reason) since \(since)" }
}
