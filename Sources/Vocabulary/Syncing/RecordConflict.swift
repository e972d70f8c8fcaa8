/// A record that was removed elsewhere, while edits of the user are pending.
///
/// The row stays, and nothing is sent about it, until the user has decided.
public struct RecordConflict: Hashable, Sendable {
  /// What the user can make of it.
  public enum Decision: Hashable, Sendable {
    /// The record is created anew, as it is on screen.
    case keep
    /// The edits are given up, and the row goes.
    case drop
  }

  /// The row: the record with the pending edits.
  public let record: Record
  /// The pending edits, in their order.
  public let edits: [RecordEdit]

  /// A conflict about a row.
  public init(record: Record, edits: [RecordEdit]) {
    self.record = record
    self.edits = edits
  }
}
