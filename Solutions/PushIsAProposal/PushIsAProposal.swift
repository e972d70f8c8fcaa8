public import Vocabulary

/// The one place through which every write to a record goes: the user's edits, replies, pushes
/// and refreshes alike.
///
/// The server's word is the base of a row; what it shows is that with the pending edits on top. So
/// an older title changes the base, and the user's rename stays. May be used from any task.
public actor RecordRepository {
  private struct PushInbox: RecordProposing {
    let repository: RecordRepository
    func propose(_ snapshot: RecordSnapshot) async { await repository.hear(snapshot) }
  }

  /// All rows, to be read.
  public private(set) var table: RecordTable = RecordTable()
  private let onUpdate: @Sendable (RecordUpdate) -> Void

  /// An empty repository, which tells each change once, on the actor and in order.
  public init(onUpdate: @escaping @Sendable (RecordUpdate) -> Void = { _ in }) {
    self.onUpdate = onUpdate
  }

  /// What the handler of pushes and refreshes gets. It can propose, and nothing else.
  public nonisolated var pushes: any RecordProposing { PushInbox(repository: self) }

  /// Shows an edit at once and until ``settle(_:by:)``; false where there is no such record.
  @discardableResult
  public func add(_ edit: RecordEdit) -> Bool { table.add(edit).map(tell) != nil }

  /// Takes the reply to the edit that was sent with that key.
  public func settle(_ key: IdempotencyKey, by reply: RecordReply) {
    tell(table.settle(key, by: reply))
  }

  /// Ends a conflict. Where the record is kept, it returns the edit to send, which creates it anew.
  public func decide(
    _ id: RecordID, _ decision: RecordConflict.Decision, key: IdempotencyKey
  ) -> RecordEdit? {
    let edit = decision == .keep ? table.creation(keeping: id, key: key) : nil
    tell(table.decide(id, creating: edit))
    return edit
  }

  private func hear(_ snapshot: RecordSnapshot) { tell(table.propose(snapshot)) }
  private func tell(_ updates: [RecordUpdate]) { updates.forEach(onUpdate) }
}

/// Rows: for each the server's word, the pending edits, and what they show together.
///
/// What changes something returns what observers are to be told, in order. An edit, or the reply
/// that was expected, takes constant time; any other news is linear in the edits of its record.
/// Of a removed record the version stays, in memory and in ``sources``, for as long as the table,
/// so that nothing older brings it back.
public struct RecordTable: Sendable {
  private var rows: [Row?] = []
  /// Where the row is, under each name that it has or had.
  private var places: [RecordID: Int] = [:]
  private var edits: [IdempotencyKey: Int] = [:]
  private var lastNumber = 0
  private var news: [RecordUpdate] = []

  /// An empty table.
  public init() {}

  /// The rows, each where it first appeared. Linear, as are the next two.
  public var records: [Record] { rows.compactMap { $0?.shown } }

  /// Records that were removed elsewhere while edits are pending.
  public var conflicts: [RecordConflict] { rows.compactMap { $0?.conflict } }

  /// What may be stored: the mirror, and no row, since that is derived. Of a record in conflict it
  /// has the last copy before the removal.
  public var sources: [Labelled<RecordSnapshot>] {
    rows.compactMap { $0?.source }.map { Labelled($0, .replicated) }
  }

  /// What is to be sent next about a record: nil where there is nothing, or a conflict.
  public func nextEdit(of id: RecordID) -> RecordEdit? {
    row(id).flatMap { $0.isInConflict ? nil : $0.pending.first?.edit }
  }

  /// The pending edits of a record, in their order.
  public func edits(of id: RecordID) -> [RecordEdit] { row(id)?.pending.map(\.edit) ?? [] }

  /// Whether that edit is pending.
  public func isPending(_ key: IdempotencyKey) -> Bool { edits[key] != nil }

  /// What a record is called now, by any name that it had.
  public func name(of id: RecordID) -> RecordID { row(id)?.id ?? id }

  /// What is held of a record, each copy with its label: the server's word and the row.
  public func copies(of id: RecordID) -> [Labelled<Record>] {
    let (base, shown) = (row(id)?.base?.record, row(id)?.shown)
    return [base.map { Labelled($0, .replicated) }, shown.map { Labelled($0, .derived) }]
      .compactMap { $0 }
  }

  // MARK: The user

  /// Puts an edit on top; nil where there is no such record.
  public mutating func add(_ edit: RecordEdit) -> [RecordUpdate]? {
    if edits[edit.key] != nil { return [] }
    let place = place(edit.record)
    guard edit.change.isCreation || rows[place]?.takesEdits == true else { return nil }
    push(edit, at: place)
    let shown = edit.change.applied(to: rows[place]?.shown, id: name(of: edit.record))
    return show(place, shown == nil && rows[place]?.isInConflict == true ? nil : .some(shown))
  }

  /// The edit that creates a record in conflict anew, as it is on screen.
  public func creation(keeping id: RecordID, key: IdempotencyKey) -> RecordEdit? {
    guard let row = row(id), let kept = row.conflict?.record else { return nil }
    return RecordEdit(
      key: key, record: row.id,
      change: .create(title: kept.title, isLiked: kept.isLiked, count: kept.count))
  }

  /// Ends a conflict: the edits go, and so does the row, where it is not created anew.
  public mutating func decide(_ id: RecordID, creating edit: RecordEdit?) -> [RecordUpdate] {
    guard let place = places[id], rows[place]?.isInConflict == true else { return [] }
    for pending in rows[place]?.pending ?? [] { edits[pending.edit.key] = nil }
    rows[place]?.pending = []
    if let edit { push(edit, at: place) }
    return show(place)
  }

  // MARK: The server

  /// Hears what the server says about a record, and makes it the base where it is newer.
  public mutating func propose(_ snapshot: RecordSnapshot) -> [RecordUpdate] {
    // A row that is being created is known by the key, before it has its name.
    let keys = [snapshot.createdBy, snapshot.lastEdit].compactMap { $0 }
    let creation = keys.compactMap { pending($0) }.first { $0.edit.change.isCreation }
    let place = creation.flatMap { edits[$0.edit.key] } ?? place(snapshot.id)
    if creation != nil { unite(place, with: snapshot.id) }
    // A record that was created anew has another name; of its former life nothing counts.
    guard rows[place]?.id == snapshot.id else { return [] }
    for key in keys where edits[key] == place {
      if let index = rows[place]?.index(of: key) { rows[place]?.pending[index].isIncluded = true }
    }
    rows[place]?.take(snapshot)
    return show(place)
  }

  /// Takes the reply to the edit that was sent with that key. The edit goes, whatever its effect
  /// was, and no other one does, save those of a record that is no more or will never be.
  public mutating func settle(_ key: IdempotencyKey, by reply: RecordReply) -> [RecordUpdate] {
    guard let place = edits[key], let pending = pending(key) else {
      return reply.snapshot.map { propose($0) } ?? []
    }
    let (edit, expected) = (pending.edit, rows[place]?.expectation(of: pending))
    if let snapshot = reply.snapshot {
      if edit.change.isCreation { unite(place, with: snapshot.id) }
      if rows[place]?.id == snapshot.id { rows[place]?.take(snapshot) }
    }
    // What the user has on a record that was removed is not lost before the user says so.
    if reply.outcome == .gone, rows[place]?.view.isInConflict == true { return show(place) }
    end(edit, at: place)
    if let reason = reply.failure(of: edit) { news.append(.failed(edit, reason)) }
    if rows[place]?.isOver(after: edit.change, reply.outcome) == true {
      for orphan in rows[place]?.pending.prefix(while: { !$0.edit.change.isCreation }) ?? [] {
        end(orphan.edit, at: place)
        news.append(.failed(orphan.edit, edit.change == .remove ? .gone : .withoutRecord))
      }
    }
    let isExpected = expected != nil && rows[place]?.base?.record == expected
    return show(place, reply.outcome == .accepted && isExpected ? .some(rows[place]?.shown) : nil)
  }

  private func row(_ id: RecordID) -> Row? { places[id].flatMap { rows[$0] } }
  private func pending(_ key: IdempotencyKey) -> Row.Pending? {
    edits[key].flatMap { rows[$0]?.pending.first { $0.edit.key == key } }
  }

  private mutating func place(_ id: RecordID) -> Int {
    if let place = places[id] { return place }
    places[id] = rows.count
    rows.append(Row(id: id))
    return rows.count - 1
  }

  private mutating func push(_ edit: RecordEdit, at place: Int) {
    lastNumber += 1
    edits[edit.key] = place
    rows[place]?.pending.append(.init(edit: edit, number: lastNumber))
  }

  private mutating func end(_ edit: RecordEdit, at place: Int) {
    edits[edit.key] = nil
    // The first one goes in constant time.
    if rows[place]?.pending.first?.edit.key == edit.key {
      rows[place]?.pending.removeFirst()
    } else if let index = rows[place]?.index(of: edit.key) {
      rows[place]?.pending.remove(at: index)
    }
  }

  /// Gives the row of a creation the server's name, and makes one row of two that are the same.
  private mutating func unite(_ place: Int, with id: RecordID) {
    guard var row = rows[place], row.id != id else { return }
    (row.base, row.lastKnown) = (nil, nil)
    if let other = places[id], let twin = rows[other] {
      (row.base, row.lastKnown, row.isInConflict) = (twin.base, twin.lastKnown, twin.isInConflict)
      row.pending = ArraySlice((row.pending + twin.pending).sorted { $0.number < $1.number })
      for pending in twin.pending { edits[pending.edit.key] = place }
      rows[other] = nil
      if twin.shown != nil { news.append(.row(id, nil)) }
    }
    places[id] = place
    row.id = id
    rows[place] = row
  }

  /// Works out what a row shows, unless that is known, and what there is to tell about it.
  private mutating func show(_ place: Int, _ known: Record?? = nil) -> [RecordUpdate] {
    defer { news = [] }
    guard var row = rows[place] else { return news }
    rows[place] = nil
    let (told, wasInConflict) = (row.shown, row.isInConflict)
    (row.shown, row.isInConflict) = known.map { ($0, wasInConflict) } ?? row.view
    if row.pending.isEmpty || !row.isRemoved { row.lastKnown = nil }
    if row.shown != told { news.append(.row(told?.id ?? row.id, row.shown)) }
    if wasInConflict, !row.isInConflict { news.append(.conflictOver(row.id)) }
    if !wasInConflict, let conflict = row.conflict { news.append(.conflict(conflict)) }
    rows[place] = row
    return news
  }
}

/// One row.
private struct Row {
  struct Pending {
    let edit: RecordEdit
    let number: Int
    /// Whether the base has it already, by the server's own word, though no reply has come.
    var isIncluded = false
  }

  var id: RecordID
  var base: RecordSnapshot?
  /// The base before the record was removed, for as long as edits are pending.
  var lastKnown: RecordSnapshot?
  var pending: ArraySlice<Pending> = []
  var shown: Record?
  var isInConflict = false
  var isRemoved: Bool { base != nil && base?.record == nil }
  var source: RecordSnapshot? { isInConflict ? lastKnown ?? base : base }
  var conflict: RecordConflict? {
    guard isInConflict, let shown else { return nil }
    return RecordConflict(record: shown, edits: pending.map(\.edit))
  }
  /// Whether there is something to edit: a row, or a record of which nothing is known yet.
  var takesEdits: Bool {
    if case .server = id, base == nil { true } else { shown != nil }
  }

  /// Whether that edit leaves nothing to edit: a record that will never be, or one removed.
  func isOver(after change: RecordChange, _ outcome: RecordReply.Outcome) -> Bool {
    if change == .remove, outcome == .accepted || outcome == .gone { return isRemoved }
    return change.isCreation && base?.record == nil && (outcome != .accepted || base == nil)
  }

  func index(of key: IdempotencyKey) -> Int? { pending.firstIndex { $0.edit.key == key } }

  mutating func take(_ snapshot: RecordSnapshot) {
    let known = [snapshot, base, lastKnown].compactMap { $0 }.filter { $0.record != nil }
    if snapshot.version > base?.version ?? .min { base = snapshot }
    if isRemoved { lastKnown = known.max { $0.version < $1.version } }
  }

  /// What the row shows, and whether that is for the user to decide on: the record has been
  /// removed, and edits are pending that would leave something of it.
  var view: (record: Record?, isInConflict: Bool) {
    let live = folded(over: base?.record)
    guard live == nil, isRemoved, pending.contains(where: { !$0.isIncluded }) else {
      return (live, false)
    }
    let kept = folded(over: lastKnown?.record ?? Record(id: id))
    return (kept, kept != nil)
  }

  private func folded(over base: Record?) -> Record? {
    var record = base
    record?.id = id
    for pending in pending where !pending.isIncluded {
      record = pending.edit.change.applied(to: record, id: id)
    }
    return record
  }

  /// What the base has to become by the first edit for the row to show what it does; nil where
  /// that is to be worked out.
  func expectation(of done: Pending) -> Record? {
    let isFirst = pending.first?.number == done.number
    guard shown != nil, !isInConflict, isFirst else { return nil }
    return done.isIncluded ? base?.record : done.edit.change.applied(to: base?.record, id: id)
  }
}
