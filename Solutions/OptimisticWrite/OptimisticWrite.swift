public import Foundation
public import Vocabulary

/// Records that show the user's edits at once, and send them until the server has answered each.
///
/// An edit is a layer over the server's record and goes by itself: nothing is put back from a
/// copy. It is sent when it is safe on the disk, one at a time and in order, under the same key
/// until there is a reply, also after a relaunch. May be used from any task.
public actor OptimisticRecords {
  /// The files that are damaged, or hold no edit, by name. They are left as they are.
  public nonisolated let unreadable: [String]

  private let folder: EditFolder
  private let sender: any RecordSending
  private let makeKey: @Sendable () -> IdempotencyKey
  private var layers: Layers
  /// The pending edits, each with the number of its file, where it is safe there.
  private var edits: [IdempotencyKey: (edit: RecordEdit, number: Int?)] = [:]
  private var queue: ArraySlice<IdempotencyKey> = []
  private var lastNumber: Int
  private var turns = Turns()
  private var sending: Task<Void, Never>?
  private var wakeUps = 0

  /// Takes up the edits in a folder of its own, not in Caches; nothing is sent before ``wake()``.
  /// No two keys that it makes, in any launch, may be equal. Each change is told once, in order
  /// and on the actor. Throws ``FileError`` where the folder cannot be read, as on a phone that is
  /// locked: try again, since to go on would send younger edits before those in there.
  public init(
    files: any FileStoring, sender: any RecordSending,
    makeKey: @escaping @Sendable () -> IdempotencyKey = { .init(rawValue: UUID().uuidString) },
    onUpdate: @escaping @Sendable (RecordUpdate) -> Void = { _ in }
  ) async throws {
    (folder, self.sender) = (EditFolder(files), sender)
    (self.makeKey, layers) = (makeKey, Layers(onUpdate: onUpdate))
    let contents = try await folder.load()
    (unreadable, lastNumber) = (contents.unreadable, contents.lastNumber)
    for (number, edit) in contents.edits {
      if layers.add(edit) {
        edits[edit.key] = (edit, number)
        queue.append(edit.key)
      } else {
        // What it depends on could not be read.
        onUpdate(.failed(edit, .withoutRecord))
        await folder.remove(number)
      }
    }
  }

  /// The rows, each where it first appeared. Linear.
  public var records: [Record] { layers.records }

  /// What a record shows, by any name that it had.
  public func record(_ id: RecordID) -> Record? { layers.row(id)?.shown }

  /// What the server has said last about a record.
  public func base(_ id: RecordID) -> RecordSnapshot? { layers.row(id)?.base }

  /// The edits without a reply, in the order of sending. Linear.
  public var pendingEdits: [RecordEdit] { queue.compactMap { edits[$0]?.edit } }

  /// Hears what the server says besides its replies. Of a removed record, the version stays.
  public func receive(_ snapshot: RecordSnapshot) { layers.receive(snapshot) }

  /// Shows an edit of a record, or of a new one, at once, and returns when it is safe. Cancelling
  /// the task does not undo it.
  ///
  /// - Throws: ``FileError`` where it cannot be stored, ``RecordError`` where there is no such
  ///   record. Then it is shown no more, and is never sent.
  @discardableResult
  public func add(_ change: RecordChange, to id: RecordID? = nil) async throws -> RecordEdit {
    let key = makeKey()
    let edit = RecordEdit(key: key, record: id.map(layers.name) ?? .temporary(key), change: change)
    guard layers.add(edit) else { throw RecordError.noRecord(edit.record) }
    edits[key] = (edit, nil)
    queue.append(key)
    try await turns.next { try await self.save(edit) }.value
    return edit
  }

  /// Sends what there is to send: for when the app comes to the foreground, or the network back.
  public func wake() {
    wakeUps += 1
    if sending == nil { sending = Task { await sendAll() } }
  }

  /// Wakes the sending, and returns when all is sent or an attempt has failed.
  public func send() async {
    wake()
    await sending?.value
  }

  private func sendAll() async {
    while let edit = next() {
      let seen = wakeUps
      do {
        let reply = try await sender.send(edit)
        guard reply.key == edit.key else { throw TransportError.connectionLost }
        try await turns.next { await self.settle(edit.key, by: reply) }.value
      } catch {
        // Whoever called meanwhile, as the network came back, means an attempt after this one.
        if seen == wakeUps { break }
      }
    }
    sending = nil
  }

  /// The next edit; nil where there is none, or it is not safe yet.
  private func next() -> RecordEdit? {
    while let key = queue.first, edits[key] == nil { queue.removeFirst() }
    guard let key = queue.first, let (edit, number) = edits[key], number != nil else { return nil }
    return layers.renamed(edit)
  }

  /// As all that is done with the disk, in turns: no edit is there without those it depends on.
  private func save(_ edit: RecordEdit) async throws {
    guard edits[edit.key] != nil else { throw RecordError.noRecord(edit.record) }
    lastNumber += 1
    do {
      try await folder.add(layers.renamed(edit), as: lastNumber)
    } catch {
      await settle(edit.key, by: .init(key: edit.key, outcome: .refused(reason: "\(error)")))
      throw error
    }
    edits[edit.key]?.number = lastNumber
    wake()
  }

  private func settle(_ key: IdempotencyKey, by reply: RecordReply) async {
    guard let edit = edits[key]?.edit else { return }
    let ended = layers.settle(edit, by: reply)
    do {
      // Those that were stored under the temporary name, before the one that explains it goes.
      for follower in edit.change.isCreation ? layers.row(edit.record)?.pending ?? [] : [] {
        guard let number = edits[follower.edit.key]?.number else { continue }
        try await folder.save(layers.renamed(follower.edit), as: number)
      }
    } catch {
      // Its file stays. After a relaunch it is sent again, and the reply is the same.
      edits[key]?.number = nil
    }
    let numbers = ended.compactMap { edits.removeValue(forKey: $0.key)?.number }
    for number in numbers { await folder.remove(number) }
  }
}

/// Pending edits on the disk: a file for each, which is there whole or not at all. One that is
/// damaged, or none of these, costs what is in it and nothing else.
public struct EditFolder: Sendable {
  private let files: any FileStoring

  /// The edits in a folder.
  public init(_ files: any FileStoring) { self.files = files }

  /// What is there, by number; the names of files that hold no edit; the highest number taken.
  public func load() async throws -> (
    edits: [(number: Int, edit: RecordEdit)], unreadable: [String], lastNumber: Int
  ) {
    var (edits, unreadable, lastNumber): ([(Int, RecordEdit)], [String], Int) = ([], [], 0)
    for name in try await files.list().map(\.name) {
      let number = Int(name.prefix { $0 != "." }) ?? 0
      if name.hasPrefix(Self.name(number)) { lastNumber = max(lastNumber, number) }
      if name == Self.name(number), let edit = try await RecordEdit(stored: files.read(name)) {
        edits.append((number, edit))
      } else if name == Self.temporary(number) {
        try? await files.remove(name)
      } else {
        unreadable.append(name)
      }
    }
    return (edits.sorted { $0.0 < $1.0 }, unreadable.sorted(), lastNumber)
  }

  /// Makes an edit safe under a number of its own. Where that fails, nothing has the number, though
  /// the renaming may have happened.
  public func add(_ edit: RecordEdit, as number: Int) async throws {
    do { try await save(edit, as: number) } catch {
      await remove(number)
      throw error
    }
  }

  /// Makes an edit safe in the place of the one with that number. Where that fails, either is there.
  public func save(_ edit: RecordEdit, as number: Int) async throws {
    do {
      try await files.write(edit.stored, to: Self.temporary(number))
      try await files.flush(Self.temporary(number))
      try await files.rename(Self.temporary(number), to: Self.name(number))
    } catch {
      try? await files.remove(Self.temporary(number))
      throw error
    }
  }

  /// Removes an edit. One that stays nevertheless is sent again, and is not counted twice.
  public func remove(_ number: Int) async { try? await files.remove(Self.name(number)) }

  private static func name(_ number: Int) -> String { "\(number).edit" }
  private static func temporary(_ number: Int) -> String { "\(number).edit.tmp" }
}

/// Rows: the server's record of each, with the pending edits as layers over it.
private struct Layers {
  struct Row {
    var base: RecordSnapshot?
    var pending: ArraySlice<(edit: RecordEdit, number: Int)> = []
    var shown: Record?
  }

  let onUpdate: @Sendable (RecordUpdate) -> Void
  var rows: [RecordID: Row] = [:]
  var names: [RecordID: RecordID] = [:]
  /// The rows by their first names, each where it first appeared.
  var order: [RecordID] = []
  /// Pending edits that the base has already, by the server's own word.
  var included: Set<IdempotencyKey> = []
  var lastNumber = 0

  var records: [Record] { order.compactMap { row($0)?.shown } }
  func row(_ id: RecordID) -> Row? { rows[name(id)] }
  func name(_ id: RecordID) -> RecordID { names[id] ?? id }
  func renamed(_ edit: RecordEdit) -> RecordEdit { edit.renamed(to: name(edit.record)) }

  /// Puts an edit on top; false where there is no record for it.
  mutating func add(_ edit: RecordEdit) -> Bool {
    let (id, shown) = (name(edit.record), row(edit.record)?.shown)
    if !edit.change.isCreation, shown == nil {
      // Of a record that the server knows there may be no base yet, after a relaunch.
      guard case .server = id, rows[id]?.base == nil else { return false }
    }
    open(id)
    lastNumber += 1
    rows[id]?.pending.append((edit, lastNumber))
    show(id, .some(edit.change.applied(to: shown, id: id)))
    return true
  }

  /// Takes the reply to an edit. Returns what is pending no more: that edit, and those after it
  /// where their record will never be.
  mutating func settle(_ edit: RecordEdit, by reply: RecordReply) -> [RecordEdit] {
    let (old, isCreation) = (name(edit.record), edit.change.isCreation)
    // What the first edit makes of the base leaves the row as it is; else all is applied anew.
    let isFirst = rows[old]?.pending.first?.edit.key == edit.key && !included.contains(edit.key)
    let expected = isFirst ? edit.change.applied(to: rows[old]?.base?.record, id: old) : nil
    if let snapshot = reply.snapshot { take(snapshot, createdBy: isCreation ? edit.key : nil) }
    let id = name(old)
    end(edit, of: id, reply.failure(of: edit))
    let isLost = isCreation && rows[id]?.base?.record == nil
    let orphans = isLost ? rows[id]?.pending.map(\.edit) ?? [] : []
    for orphan in orphans { end(orphan, of: id, .withoutRecord) }
    let isExpected = expected != nil && rows[id]?.base?.record == expected
    show(id, isExpected && reply.outcome == .accepted ? .some(rows[id]?.shown) : nil)
    return [edit] + orphans
  }

  /// Takes what the server says besides its replies.
  mutating func receive(_ snapshot: RecordSnapshot) {
    let keys = [snapshot.createdBy, snapshot.lastEdit].compactMap { $0 }
    take(snapshot, createdBy: keys.first { rows[.temporary($0)] != nil })
    let pending = rows[snapshot.id]?.pending.map(\.edit.key) ?? []
    included.formUnion(pending.filter(keys.contains))
    show(snapshot.id)
  }

  /// Makes a snapshot the base where it is newer, and gives a created row the server's name.
  private mutating func take(_ snapshot: RecordSnapshot, createdBy key: IdempotencyKey?) {
    let id = snapshot.id
    if let key, var row = rows.removeValue(forKey: .temporary(key)) {
      if let twin = rows[id] {
        row.base = twin.base
        row.pending = ArraySlice((row.pending + twin.pending).sorted { $0.number < $1.number })
        order.removeAll { $0 == id }
        if twin.shown != nil { onUpdate(.row(id, nil)) }
      }
      (rows[id], names[.temporary(key)]) = (row, id)
    }
    open(id)
    if snapshot.version > rows[id]?.base?.version ?? .min { rows[id]?.base = snapshot }
  }

  private mutating func open(_ id: RecordID) {
    guard rows[id] == nil else { return }
    rows[id] = Row()
    order.append(id)
  }

  private mutating func end(_ edit: RecordEdit, of id: RecordID, _ reason: RecordUpdate.Reason?) {
    included.remove(edit.key)
    if let reason { onUpdate(.failed(edit, reason)) }
    // The first one goes in constant time.
    if rows[id]?.pending.first?.edit.key == edit.key {
      rows[id]?.pending.removeFirst()
    } else {
      rows[id]?.pending.removeAll { $0.edit.key == edit.key }
    }
  }

  /// Applies the layers to the base, unless the outcome is known, and notes a change.
  private mutating func show(_ id: RecordID, _ known: Record?? = nil) {
    let row = rows[id]
    var record = row?.base?.record
    for (edit, _) in known == nil ? row?.pending ?? [] : [] where !included.contains(edit.key) {
      record = edit.change.applied(to: record, id: id)
    }
    let (before, after) = (row?.shown, known ?? record)
    rows[id]?.shown = after
    if before != after { onUpdate(.row(before?.id ?? id, after)) }
  }
}
