public import Simulation
public import Vocabulary

/// An edit that has reached a ``FakeRecordServer``.
public struct RecordArrival: Hashable, Sendable {
  /// The edit.
  public let edit: RecordEdit
  /// When the server took it.
  public let instant: SimulatedClock.Instant
  /// Whether the server had answered its key before.
  public let isRepeated: Bool
  /// What the server answered, whether the reply arrived or not.
  public let reply: RecordReply
}
