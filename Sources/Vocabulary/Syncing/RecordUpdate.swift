/// What observers of records are told.
public enum RecordUpdate: Hashable, Sendable {
  /// The row that had this name shows something else now: a record, which may have another name,
  /// or nothing. For a row that is new, the name is that of the record.
  case row(RecordID, Record?)
  /// The record was removed elsewhere while edits are pending; the user is to decide.
  case conflict(RecordConflict)
  /// There is nothing to decide about this record any more.
  case conflictOver(RecordID)
  /// The edit is pending no more and has not come about.
  case failed(RecordEdit, Reason)

  /// Why an edit has not come about.
  public enum Reason: Hashable, Sendable {
    /// The server refused it. The reason is meant for the log.
    case refused(reason: String)
    /// The record that it is about never came to be.
    case withoutRecord
    /// The record had been removed.
    case gone
  }
}
