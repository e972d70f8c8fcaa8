import Vocabulary

/// What becomes of one request to a ``SwipeServer``.
public enum SwipeFate: Sendable {
  /// It arrives, and so does the reply.
  case answered
  /// It does not arrive. The phone waits for its timeout.
  case requestLost
  /// It arrives and counts; the reply does not. The phone waits for its timeout.
  case replyLost
  /// It arrives and counts; the connection breaks before the reply.
  case broken
  /// The server is there and does not look at it.
  case unavailable(retryAfter: Duration?)
  /// The server answers that it will never count, and sticks to that.
  case refused(reason: String)
  /// It waits at a door before it arrives.
  case requestHeld(any Holding)
  /// It arrives and counts; the reply waits at a door.
  case replyHeld(any Holding)
}
