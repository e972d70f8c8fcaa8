/// The server's last word on an edit.
public struct RecordReply: Hashable, Codable, Sendable {
  /// What became of the edit.
  public enum Outcome: Hashable, Codable, Sendable {
    /// The server is done with it. It may have had no effect: the snapshot says what is so.
    case accepted
    /// It will never count, however often it is sent. The reason is meant for the log.
    case refused(reason: String)
    /// It came too late: the record has been removed.
    case gone
  }

  /// The key of the edit that is answered.
  public let key: IdempotencyKey
  /// What became of it.
  public let outcome: Outcome
  /// The record as it was then; nil where the server does not say, or knows none.
  public let snapshot: RecordSnapshot?

  /// A reply to the edit with that key.
  public init(key: IdempotencyKey, outcome: Outcome, snapshot: RecordSnapshot? = nil) {
    self.key = key
    self.outcome = outcome
    self.snapshot = snapshot
  }

  /// Why that edit, to which this is the reply, has not come about; nil where the server is done
  /// with it. A removal that comes too late has come about.
  public func failure(of edit: RecordEdit) -> RecordUpdate.Reason? {
    switch outcome {
    case .accepted: nil
    case .refused(let reason): .refused(reason: reason)
    case .gone: edit.change == .remove ? nil : .gone
    }
  }
}
