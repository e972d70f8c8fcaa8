import Vocabulary

extension ImageServer {
  /// A time during which the server serves nobody.
  public struct Outage: Hashable, Sendable {
    /// What clients notice of it.
    public enum Kind: Hashable, Sendable {
      /// Status 503, with `Retry-After` in whole seconds, rounded up, where a delay is given.
      case unavailable(retryAfter: Duration?)
      /// No answer: clients give up after so long.
      case silent(timeout: Duration)
    }

    /// From when on, and up to but not including when, counted from the start of the simulation.
    public var interval: Range<Duration>
    /// What clients notice.
    public var kind: Kind

    /// An outage in that interval.
    public init(
      _ interval: Range<Duration>, _ kind: Kind = .unavailable(retryAfter: nil)
    ) {
      self.interval = interval
      self.kind = kind
    }

    /// The reply that a request gets during the outage.
    var reply: ScriptedReply {
      switch kind {
      case .unavailable(let delay):
        var reply = ScriptedReply.status(503)
        reply.headers["Retry-After"] = delay.map { String($0.wholeSeconds) }
        return reply
      case .silent(let timeout):
        return .lostReply(timeout: timeout)
      }
    }
  }
}

extension Duration {
  /// The seconds, rounded up, and none for a negative duration.
  fileprivate var wholeSeconds: Int64 {
    let (seconds, attoseconds) = max(self, .zero).components
    return attoseconds > 0 ? seconds + 1 : seconds
  }
}
