import Vocabulary

/// Whose turn it is to be sent: a ticket for each pending edit, with the name of its record.
///
/// A ticket stands for the first pending edit of its record, whichever that is by then. So the
/// edits of one record keep their order, also where some of their tickets have stepped aside.
struct SendingLine {
  private var tickets: ArraySlice<RecordID> = []
  private var aside: [RecordID: Int] = [:]
  private var held: Set<RecordID> = []

  /// The record whose turn it is.
  var first: RecordID? { tickets.first }

  mutating func join(_ id: RecordID) { tickets.append(id) }

  /// Takes the first ticket away.
  ///
  /// - Parameters:
  ///   - name: What its record is called now.
  ///   - isDone: Whether the edit is over. One whose record is in conflict steps aside till the
  ///     user has decided; any other ticket has nothing to stand for.
  mutating func leave(_ name: RecordID, isDone: Bool) {
    tickets.removeFirst()
    if !isDone, held.contains(name) { aside[name, default: 0] += 1 }
  }

  /// Hears of conflicts: while there is one, the tickets of the record step aside.
  mutating func hear(_ update: RecordUpdate) {
    switch update {
    case .conflict(let conflict): held.insert(conflict.record.id)
    case .conflictOver(let id):
      held.remove(id)
      tickets += Array(repeating: id, count: aside.removeValue(forKey: id) ?? 0)
    case .row, .failed: break
    }
  }
}
