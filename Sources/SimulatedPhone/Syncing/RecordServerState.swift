import Vocabulary

/// What a record server knows, without time.
struct RecordServerState: Sendable {
  /// All versions of each record, the oldest first.
  private(set) var histories: [RecordID: [RecordSnapshot]] = [:]
  private var answered: [IdempotencyKey: (edit: RecordEdit, reply: RecordReply)] = [:]
  private var lastNumber = 0
  var arrivals: [RecordArrival] = []
  var fates: [Int: RecordFate] = [:]
  var sendCount = 0
  var isOffline = false
  var tellsKeys = true
  var handlers: [any RecordProposing] = []

  /// The records that are there, the oldest first.
  var records: [Record] {
    histories.values.compactMap { $0.last?.record }.sorted {
      Self.number($0.id) < Self.number($1.id)
    }
  }

  func snapshot(of id: RecordID) -> RecordSnapshot? { histories[id]?.last.map(told) }

  /// A snapshot as the server tells it: with the keys, or without.
  func told(_ snapshot: RecordSnapshot) -> RecordSnapshot {
    guard !tellsKeys else { return snapshot }
    return RecordSnapshot(id: snapshot.id, version: snapshot.version, record: snapshot.record)
  }

  /// Creates a record.
  mutating func create(_ change: RecordChange, by key: IdempotencyKey? = nil) -> RecordSnapshot {
    lastNumber += 1
    let id = RecordID.server(lastNumber)
    let snapshot = RecordSnapshot(
      id: id, version: 1, record: change.applied(to: nil, id: id), createdBy: key, lastEdit: key)
    histories[id] = [snapshot]
    return snapshot
  }

  /// Changes a record that is there; nil where there is none. Without a key it is a change by
  /// somebody else.
  mutating func change(
    _ id: RecordID, _ change: RecordChange, by key: IdempotencyKey? = nil
  ) -> RecordSnapshot? {
    guard let last = histories[id]?.last, let record = last.record else { return nil }
    let snapshot = RecordSnapshot(
      id: id, version: last.version + 1, record: change.applied(to: record, id: id),
      createdBy: last.createdBy, lastEdit: key ?? last.lastEdit)
    histories[id]?.append(snapshot)
    return snapshot
  }

  /// Answers an edit.
  ///
  /// - Returns: The reply, whether it is that of an earlier time, and what is new.
  mutating func answer(
    _ edit: RecordEdit, _ verdict: RecordFate.Verdict
  ) -> (reply: RecordReply, isRepeated: Bool, news: RecordSnapshot?) {
    if let earlier = answered[edit.key] {
      guard earlier.edit == edit else {
        let reason = "The key was used for another edit."
        return (RecordReply(key: edit.key, outcome: .refused(reason: reason)), true, nil)
      }
      return (earlier.reply, true, nil)
    }
    let (outcome, news) = decide(edit, verdict)
    let snapshot = news ?? histories[edit.record]?.last
    let reply = RecordReply(key: edit.key, outcome: outcome, snapshot: snapshot.map(told))
    answered[edit.key] = (edit, reply)
    return (reply, false, news)
  }

  private mutating func decide(
    _ edit: RecordEdit, _ verdict: RecordFate.Verdict
  ) -> (RecordReply.Outcome, RecordSnapshot?) {
    switch verdict {
    case .refused(let reason): return (.refused(reason: reason), nil)
    case .ignored: return (.accepted, nil)
    case .applied: break
    }
    if edit.change.isCreation { return (.accepted, create(edit.change, by: edit.key)) }
    if let news = change(edit.record, edit.change, by: edit.key) { return (.accepted, news) }
    guard histories[edit.record] != nil else {
      return (.refused(reason: "There is no such record."), nil)
    }
    return (.gone, nil)
  }

  private static func number(_ id: RecordID) -> Int {
    if case .server(let number) = id { number } else { 0 }
  }
}
