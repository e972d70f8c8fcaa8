public import Foundation
import OptimisticWriteSolution
import PushIsAProposalSolution
public import TheStampedeSolution
public import Vocabulary

/// Records that the user edits at once, offline too, and that others edit as well.
///
/// The one place through which every write goes. A row is the server's word with the pending
/// edits on top. An edit is shown at once, sent when it is safe on the disk, one at a time and in
/// order, and under the same key until there is a reply, also after a relaunch. Pushes and
/// refreshes are proposals. A record that is removed elsewhere while edits are pending stays, and
/// nothing is sent about it, until the user has decided; other records go on.
///
/// After a failure it tries again by itself, with growing and random delays, and then rests until
/// ``wake()`` or the next edit. Without a connection it rests at once.
///
/// The mirror of the server's records is in memory: store ``sources`` where it should outlast the
/// app, or ask the server at the launch. Of a removed record the version stays in it, so it grows
/// with all records that there ever were. May be used from any task.
public actor SyncedRecords {
  /// A pending edit, besides what the table knows of it.
  struct Kept {
    let edit: RecordEdit
    /// Its place among all edits, by the time at which they were made.
    let place: Int
    /// The number of its file; nil until it is safe there.
    var number: Int?
  }

  /// The files that are damaged, or hold no edit, by name. They are left as they are.
  public nonisolated let unreadable: [String]

  let folder: EditFolder
  let sender: any RecordSending
  let clock: any Clock<Duration>
  let retry: RetryPolicy
  private let makeKey: @Sendable () -> IdempotencyKey
  private let onUpdate: @Sendable (RecordUpdate) -> Void
  var table = RecordTable()
  var kept: [IdempotencyKey: Kept] = [:]
  /// Edits that became part of a creation before they were stored themselves.
  var absorbed: Set<IdempotencyKey> = []
  var line = SendingLine()
  var lastNumber: Int
  private var lastPlace = 0
  /// What is done with the disk, so that no edit is there without those it depends on.
  var turns = Turns()
  var sending: Task<Void, Never>?
  var pause: Task<Void, Never>?
  var wakeUps = 0

  /// Takes up the edits that are in a folder; nothing is sent before ``wake()`` or the next edit.
  ///
  /// - Parameters:
  ///   - files: A folder of its own, not in Caches, and used by no other object.
  ///   - sender: The way to the server.
  ///   - clock: On which the delays between attempts pass.
  ///   - retry: How long they are, and how many.
  ///   - mirror: What ``sources`` gave earlier. Copies that are no source are not taken.
  ///   - makeKey: Makes a key that was never used before, in any launch.
  ///   - onUpdate: Told each change once, on the actor and in order. It must be quick.
  /// - Throws: `FileError` where the folder cannot be read, as on a phone that is locked. Try
  ///   again: to go on would send younger edits before those in there.
  public init(
    files: any FileStoring, sender: any RecordSending, clock: any Clock<Duration>,
    retry: RetryPolicy = RetryPolicy(), mirror: [Labelled<RecordSnapshot>] = [],
    makeKey: @escaping @Sendable () -> IdempotencyKey = { .init(rawValue: UUID().uuidString) },
    onUpdate: @escaping @Sendable (RecordUpdate) -> Void = { _ in }
  ) async throws {
    folder = EditFolder(files)
    (self.sender, self.clock, self.retry) = (sender, clock, retry)
    (self.makeKey, self.onUpdate) = (makeKey, onUpdate)
    let contents = try await folder.load()
    (unreadable, lastNumber) = (contents.unreadable, contents.lastNumber)
    await take(contents.edits)
    for copy in mirror where copy.provenance.isSource { tell(table.propose(copy.value)) }
  }

  // MARK: Reading

  /// The rows, each where it first appeared. Linear.
  public var records: [Record] { table.records }

  /// Records that were removed elsewhere while edits are pending. Linear in the rows.
  public var conflicts: [RecordConflict] { table.conflicts }

  /// What may be stored: the mirror of the server's records, and no row, since that is derived.
  public var sources: [Labelled<RecordSnapshot>] { table.sources }

  /// What is held of a record, each copy with its label: the server's word and the row.
  public func copies(of id: RecordID) -> [Labelled<Record>] { table.copies(of: id) }

  /// What a record shows, by any name that it had.
  public func record(_ id: RecordID) -> Record? {
    table.copies(of: id).first { $0.provenance == .derived }?.value
  }

  /// The edits without a reply, in the order in which they were made. O(n log n).
  public var pendingEdits: [RecordEdit] {
    kept.values.sorted { $0.place < $1.place }.map(\.edit)
  }

  // MARK: Writing

  /// What the handler of pushes and refreshes gets. It can propose, and nothing else.
  public nonisolated var pushes: any RecordProposing { ProposalInbox(records: self) }

  /// Shows an edit at once, and returns when it is safe. Cancelling the task does not undo it.
  ///
  /// - Parameters:
  ///   - change: What is to become of the record.
  ///   - id: The record, by any name that it had; nil for one that is created.
  /// - Returns: The edit, which says what a new record is called.
  /// - Throws: `FileError` where it cannot be stored, `RecordError` where there is no such
  ///   record. Then it is shown no more, and is never sent.
  @discardableResult
  public func add(_ change: RecordChange, to id: RecordID? = nil) async throws -> RecordEdit {
    let key = makeKey()
    let name = id.map { table.name(of: $0) } ?? .temporary(key)
    let edit = RecordEdit(key: key, record: name, change: change)
    guard let updates = table.add(edit) else { throw RecordError.noRecord(name) }
    keep(edit, number: nil)
    tell(updates)
    try await turns.next { try await self.save(edit) }.value
    return edit
  }

  /// Ends a conflict, and returns when the decision is stored. Without a conflict about that
  /// record, nothing happens. An edit that is made meanwhile is part of what is decided on. Of what
  /// is given up, files that cannot be removed are back after a relaunch.
  ///
  /// - Throws: `FileError` where what is kept cannot be stored, and then the conflict stays.
  public func decide(_ id: RecordID, _ decision: RecordConflict.Decision) async throws {
    let key = makeKey()
    let turn = turns.next {
      switch decision {
      case .keep: try await self.recreate(id, key: key)
      case .drop: await self.drop(id)
      }
    }
    try await turn.value
  }

  /// Hears the server's word on a record.
  func hear(_ snapshot: RecordSnapshot) {
    let updates = table.propose(snapshot)
    tell(updates)
    // A record that is back has edits to be sent.
    for case .conflictOver in updates { start() }
  }

  func keep(_ edit: RecordEdit, number: Int?) {
    lastPlace += 1
    kept[edit.key] = Kept(edit: edit, place: lastPlace, number: number)
    line.join(edit.record)
  }

  func tell(_ updates: [RecordUpdate]) {
    for update in updates {
      line.hear(update)
      onUpdate(update)
    }
  }
}

/// The way in for pushes.
private struct ProposalInbox: RecordProposing {
  let records: SyncedRecords

  func propose(_ snapshot: RecordSnapshot) async { await records.hear(snapshot) }
}
