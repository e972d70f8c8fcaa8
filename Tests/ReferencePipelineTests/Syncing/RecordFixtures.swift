import PushIsAProposalSolution
public import Vocabulary

extension IdempotencyKey: ExpressibleByStringInterpolation {
  /// A key with that text.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension RecordEdit {
  /// An edit of a record; without one, of the record that it creates.
  init(_ key: IdempotencyKey, _ change: RecordChange, _ id: RecordID? = nil) {
    self.init(key: key, record: id ?? .temporary(key), change: change)
  }
}

extension RecordSnapshot {
  /// The server's word on a record with that number.
  init(
    _ number: Int, version: Int, _ title: String?, count: Int = 0,
    createdBy: IdempotencyKey? = nil, lastEdit: IdempotencyKey? = nil
  ) {
    let id = RecordID.server(number)
    self.init(
      id: id, version: version, record: title.map { Record(id: id, title: $0, count: count) },
      createdBy: createdBy, lastEdit: lastEdit)
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

  mutating func accept(_ key: IdempotencyKey, _ snapshot: RecordSnapshot?) -> [RecordUpdate] {
    settle(key, by: RecordReply(key: key, outcome: .accepted, snapshot: snapshot))
  }

  mutating func refuse(_ key: IdempotencyKey, _ snapshot: RecordSnapshot? = nil)
    -> [RecordUpdate]
  {
    settle(key, by: RecordReply(key: key, outcome: .refused(reason: "no"), snapshot: snapshot))
  }
}
