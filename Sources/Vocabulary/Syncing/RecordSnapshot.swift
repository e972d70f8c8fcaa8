/// What the server says about one record: in a reply, a push or a refresh.
public struct RecordSnapshot: Hashable, Codable, Sendable {
  /// What the server calls the record.
  public let id: RecordID
  /// Grows with each change of this record, its removal included. Versions of different records
  /// have nothing to do with each other.
  public let version: Int
  /// The record; nil where it has been removed.
  public let record: Record?
  /// The edit by which it was created; nil where the server does not say.
  public let createdBy: IdempotencyKey?
  /// The last edit of this phone that is in it; nil where there is none, or the server does not
  /// say.
  public let lastEdit: IdempotencyKey?

  /// The server's word on a record.
  public init(
    id: RecordID, version: Int, record: Record?, createdBy: IdempotencyKey? = nil,
    lastEdit: IdempotencyKey? = nil
  ) {
    self.id = id
    self.version = version
    self.record = record
    self.createdBy = createdBy
    self.lastEdit = lastEdit
  }
}
