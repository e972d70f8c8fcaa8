/// One wish of the user about one record.
public struct RecordEdit: Hashable, Codable, Sendable {
  /// What makes a second attempt harmless.
  public let key: IdempotencyKey
  /// The record. For one that is created, its temporary name by ``key``.
  public let record: RecordID
  /// What is to become of it.
  public let change: RecordChange

  /// An edit of a record, under a key of its own.
  public init(key: IdempotencyKey, record: RecordID, change: RecordChange) {
    self.key = key
    self.record = record
    self.change = change
  }

  /// The edit under the name that its record has now. A creation keeps the one that it has, since
  /// nothing else may be sent under its key.
  public func renamed(to name: RecordID) -> RecordEdit {
    RecordEdit(key: key, record: change.isCreation ? record : name, change: change)
  }
}
