import OptimisticWriteSolution
import PushIsAProposalSolution
import Vocabulary

/// What is done with the disk, in turns.
extension SyncedRecords {
  /// Takes up the edits of an earlier launch.
  func take(_ edits: [(number: Int, edit: RecordEdit)]) async {
    // A record that was created anew: the edits in it may be there still, where the app ended.
    var revivals: [RecordID: Int] = [:]
    for case (let number, let edit) in edits where edit.change.isCreation {
      revivals[edit.record] = number
    }
    for (number, edit) in edits {
      if number < revivals[edit.record] ?? 0 {
        await folder.remove(number)
      } else if let updates = table.add(edit) {
        keep(edit, number: number)
        tell(updates)
      } else {
        // What it depends on could not be read.
        await folder.remove(number)
        tell([.failed(edit, .withoutRecord)])
      }
    }
  }

  /// Makes an edit safe. Where that fails, it goes, and all that depend on it.
  func save(_ edit: RecordEdit) async throws {
    let noRecord = RecordError.noRecord(edit.record)
    // Whether it is stored or goes: others may wait behind it.
    defer { start() }
    if absorbed.remove(edit.key) != nil { return }
    guard table.isPending(edit.key) else { throw noRecord }
    lastNumber += 1
    do {
      try await folder.add(renamed(edit), as: lastNumber)
    } catch {
      await settle(
        edit, by: RecordReply(key: edit.key, outcome: .refused(reason: "\(error)")), isSent: false)
      throw error
    }
    kept[edit.key]?.number = lastNumber
  }

  /// Takes a reply, and forgets what is over by it before anything else is sent.
  func settle(_ edit: RecordEdit, by reply: RecordReply, isSent: Bool = true) async {
    let updates = table.settle(edit.key, by: reply)
    tell(updates)
    if isSent {
      line.leave(table.name(of: edit.record), isDone: !table.isPending(edit.key))
    }
    do {
      // Those that were stored under the former name, before the one that explains it goes.
      for follower in edit.change.isCreation ? table.edits(of: edit.record) : [] {
        guard let number = kept[follower.key]?.number else { continue }
        try await folder.save(renamed(follower), as: number)
      }
    } catch {
      // Its file stays. After a relaunch it is sent again, and the reply is the same.
      kept[edit.key]?.number = nil
    }
    var ended = [edit]
    for case .failed(let orphan, _) in updates where orphan != edit { ended.append(orphan) }
    await forget(ended)
  }

  /// Gives up the edits of a record in conflict.
  func drop(_ id: RecordID) async {
    let edits = table.edits(of: id)
    tell(table.decide(id, creating: nil))
    await forget(edits)
  }

  /// Creates a record in conflict anew, in place of its edits.
  func recreate(_ id: RecordID, key: IdempotencyKey) async throws {
    lastNumber += 1
    let number = lastNumber
    while let creation = table.creation(keeping: id, key: key) {
      // Where it fails, what an earlier turn of this loop has left goes, too.
      try await folder.add(creation, as: number)
      // The user may have gone on meanwhile.
      guard creation == table.creation(keeping: id, key: key) else { continue }
      let edits = table.edits(of: id)
      absorbed.formUnion(edits.map(\.key).filter { kept[$0]?.number == nil })
      tell(table.decide(id, creating: creation))
      keep(creation, number: number)
      await forget(edits)
      start()
      return
    }
    await folder.remove(number)
  }

  /// An edit under the name that its record has now.
  func renamed(_ edit: RecordEdit) -> RecordEdit { edit.renamed(to: table.name(of: edit.record)) }

  private func forget(_ edits: [RecordEdit]) async {
    for edit in edits where !table.isPending(edit.key) {
      if let number = kept.removeValue(forKey: edit.key)?.number { await folder.remove(number) }
    }
  }
}
