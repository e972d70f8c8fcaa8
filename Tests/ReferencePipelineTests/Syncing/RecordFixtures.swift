import PushIsAProposalSolution
import Vocabulary

/// A key with that text.
func key(_ text: String) -> IdempotencyKey { IdempotencyKey(rawValue: text) }

extension RecordEdit {
  /// An edit of a record; without one, of the record that it creates.
  init(_ text: String, _ change: RecordChange, _ id: RecordID? = nil) {
    let key = IdempotencyKey(rawValue: text)
    self.init(key: key, record: id ?? .temporary(key), change: change)
  }
}

extension RecordSnapshot {
  /// The server's word on a record with that number.
  init(
    _ number: Int, version: Int, _ title: String?, count: Int = 0,
    createdBy: String? = nil, lastEdit: String? = nil
  ) {
    let id = RecordID.server(number)
    self.init(
      id: id, version: version, record: title.map { Record(id: id, title: $0, count: count) },
      createdBy: createdBy.map(key), lastEdit: lastEdit.map(key))
  }
}

extension RecordTable {
  /// A table with one record, number 1, at version 5.
  static func withOne(_ title: String = "old") -> RecordTable {
    var table = RecordTable()
    _ = table.propose(RecordSnapshot(1, version: 5, title))
    return table
  }

  var titles: [String] { records.map(\.title) }

  mutating func accept(_ text: String, _ snapshot: RecordSnapshot?) -> [RecordUpdate] {
    settle(key(text), by: RecordReply(key: key(text), outcome: .accepted, snapshot: snapshot))
  }

  mutating func refuse(_ text: String, _ snapshot: RecordSnapshot? = nil)
    -> [RecordUpdate]
  {
    settle(
      key(text),
      by: RecordReply(key: key(text), outcome: .refused(reason: "no"), snapshot: snapshot))
  }
}
