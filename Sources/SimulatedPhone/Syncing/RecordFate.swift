/// What becomes of one edit that is sent to a ``FakeRecordServer``.
public struct RecordFate: Sendable {
  /// What the server does with an edit that it has not answered before.
  public enum Verdict: Hashable, Sendable {
    /// It counts.
    case applied
    /// It is acknowledged, and nothing changes.
    case ignored
    /// It is refused for good.
    case refused(reason: String)
  }

  /// What the server does with it.
  public var verdict: Verdict
  /// Whether it is lost before it reaches the server; then the verdict is never reached.
  public var losesRequest: Bool
  /// Whether the reply is lost.
  public var losesReply: Bool
  /// Where the edit waits before it reaches the server.
  public var requestGate: (any Holding)?
  /// Where the reply waits, when the server is done with the edit and pushes are on their way.
  public var replyGate: (any Holding)?
  /// How long the reply takes; by default half the server's latency.
  public var replyDelay: Duration?
  /// How long the push of this change takes; by default that of the server.
  public var pushDelay: Duration?

  /// A fate; without anything said, the edit counts and the reply arrives.
  public init(
    _ verdict: Verdict = .applied, losesRequest: Bool = false, losesReply: Bool = false,
    requestGate: (any Holding)? = nil, replyGate: (any Holding)? = nil,
    replyDelay: Duration? = nil, pushDelay: Duration? = nil
  ) {
    self.verdict = verdict
    self.losesRequest = losesRequest
    self.losesReply = losesReply
    self.requestGate = requestGate
    self.replyGate = replyGate
    self.replyDelay = replyDelay
    self.pushDelay = pushDelay
  }
}
