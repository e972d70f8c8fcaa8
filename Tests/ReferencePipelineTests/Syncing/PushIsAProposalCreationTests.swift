import PushIsAProposalSolution
import Vocabulary
import XCTest

/// Rows that get their name, and rows whose record is removed elsewhere.
final class PushIsAProposalCreationTests: XCTestCase {
  private static let one = RecordID.server(1)

  private func creating() -> RecordTable {
    var table = RecordTable()
    _ = table.propose(.init(9, version: 1, "before"))
    _ = table.add(.init("k", .create(title: "mine")))
    _ = table.propose(.init(8, version: 1, "after"))
    _ = table.add(.init("l", .like(true), .temporary(key("k"))))
    return table
  }

  private func check(_ table: RecordTable, _ place: String) {
    XCTAssertEqual(table.records.map(\.id), [.server(9), Self.one, .server(8)], place)
    XCTAssertEqual(table.titles, ["before", "mine", "after"], place)
    XCTAssertTrue(table.records[1].isLiked, place)
    XCTAssertEqual(table.name(of: .temporary(key("k"))), Self.one, place)
  }

  func testThePushAndTheReplyEndInOneRowInEitherOrder() {
    let named = RecordSnapshot(1, version: 1, "mine", createdBy: "k", lastEdit: "k")
    let unnamed = RecordSnapshot(1, version: 1, "mine")
    for (push, reply) in [(named, named), (unnamed, unnamed), (named, unnamed), (unnamed, named)] {
      var first = creating()
      var updates = first.propose(push)
      updates += first.accept("k", reply)
      check(first, "push first, \(push), \(reply)")
      let renames = updates.count { update in
        if case .row(.temporary(key("k")), .some) = update { true } else { false }
      }
      XCTAssertEqual(renames, 1, "\(updates)")
      var second = creating()
      XCTAssertEqual(second.accept("k", reply).count, 1)
      XCTAssertEqual(second.propose(push), [])
      check(second, "reply first, \(push), \(reply)")
    }
  }

  func testARefusedCreationTakesItsFollowersAndTellsEach() {
    var table = creating()
    let updates = table.refuse("k")
    XCTAssertEqual(
      updates,
      [
        .failed(.init("k", .create(title: "mine")), .refused(reason: "no")),
        .failed(.init("l", .like(true), .temporary(key("k"))), .withoutRecord),
        .row(.temporary(key("k")), nil),
      ])
    XCTAssertFalse(table.isPending(key("l")))
    XCTAssertNil(table.add(.init("m", .like(true), .temporary(key("k")))))
  }

  func testACreationWithoutEffectTakesItsFollowersToo() {
    var table = creating()
    let updates = table.accept("k", nil)
    XCTAssertEqual(
      updates,
      [
        .failed(.init("l", .like(true), .temporary(key("k"))), .withoutRecord),
        .row(.temporary(key("k")), nil),
      ])
  }

  func testARefusalOnARecordWithoutBaseLeavesTheOtherEdits() {
    var table = RecordTable()
    _ = table.add(.init("a", .rename("A"), Self.one))
    _ = table.add(.init("b", .like(true), Self.one))
    XCTAssertEqual(table.refuse("a").count, 1)
    XCTAssertTrue(table.isPending(key("b")))
  }

  // MARK: Removed elsewhere

  private func conflict() -> RecordTable {
    var table = RecordTable.withOne()
    _ = table.add(.init("a", .rename("mine"), Self.one))
    _ = table.add(.init("b", .increment(by: 2), Self.one))
    _ = table.propose(.init(1, version: 6, nil))
    return table
  }

  func testARemovalElsewhereLeavesTheRowAndTellsOfTheConflict() {
    var table = RecordTable.withOne()
    let edit = RecordEdit("a", .rename("mine"), Self.one)
    _ = table.add(edit)
    let row = Record(id: Self.one, title: "mine")
    let conflict = RecordConflict(record: row, edits: [edit])
    XCTAssertEqual(table.propose(.init(1, version: 6, nil)), [.conflict(conflict)])
    XCTAssertEqual(table.records, [row])
    XCTAssertEqual(table.conflicts, [conflict])
    XCTAssertNil(table.nextEdit(of: Self.one))
    XCTAssertEqual(table.sources.map(\.value.version), [5], "The last copy before the removal.")
    XCTAssertEqual(table.propose(.init(1, version: 6, nil)), [])
  }

  func testThereIsAConflictWhereTheRemovalIsAllThatIsKnown() {
    var table = RecordTable()
    let edit = RecordEdit("a", .rename("mine"), Self.one)
    _ = table.add(edit)
    let updates = table.propose(.init(1, version: 6, nil))
    let row = Record(id: Self.one, title: "mine")
    XCTAssertEqual(
      updates, [.row(Self.one, row), .conflict(RecordConflict(record: row, edits: [edit]))])
  }

  func testWhatIsKeptIsCreatedAnewInItsRowUnderEveryFormerName() {
    var table = RecordTable()
    _ = table.add(.init("k", .create(title: "mine")))
    _ = table.accept("k", .init(1, version: 5, "mine", createdBy: "k"))
    _ = table.propose(.init(9, version: 1, "after"))
    _ = table.add(.init("b", .increment(by: 2), Self.one))
    _ = table.propose(.init(1, version: 6, nil))
    let edit = table.creation(keeping: .temporary(key("k")), key: key("again"))
    XCTAssertEqual(edit, .init("again", .create(title: "mine", count: 2), Self.one))
    XCTAssertEqual(table.decide(.temporary(key("k")), creating: edit), [.conflictOver(Self.one)])
    XCTAssertEqual(table.propose(.init(1, version: 7, nil)), [])
    XCTAssertEqual(table.edits(of: Self.one), [edit])
    _ = table.accept("again", .init(2, version: 1, "mine", count: 2, createdBy: "again"))
    for name in [RecordID.temporary(key("k")), Self.one, .server(2)] {
      XCTAssertEqual(table.name(of: name), .server(2))
    }
    XCTAssertEqual(table.records.map(\.id), [.server(2), .server(9)])
    XCTAssertEqual(
      table.propose(.init(1, version: 8, nil)), [], "Of the former life nothing counts.")
    XCTAssertEqual(table.records.map(\.count), [2, 0])
  }

  func testWhatIsDroppedGoes() {
    var table = conflict()
    XCTAssertEqual(
      table.decide(Self.one, creating: nil), [.row(Self.one, nil), .conflictOver(Self.one)])
    XCTAssertEqual(table.records, [])
    XCTAssertFalse(table.isPending(key("a")) || table.isPending(key("b")))
  }

  func testARefusalDuringAConflictEndsTheEditAndTheLastOneTheConflict() {
    var table = conflict()
    XCTAssertEqual(table.refuse("a").count, 2, "The edit is told, and the row has the old title.")
    XCTAssertEqual(table.titles, ["old"])
    XCTAssertEqual(table.conflicts.map(\.edits.count), [1])
    let updates = table.refuse("b")
    XCTAssertEqual(Array(updates.dropFirst()), [.row(Self.one, nil), .conflictOver(Self.one)])
    XCTAssertEqual(table.conflicts, [])
  }

  func testAnEditThatCameTooLateIsKeptForTheUserToDecide() {
    var table = RecordTable.withOne()
    _ = table.add(.init("a", .rename("mine"), Self.one))
    let gone = RecordReply(key: key("a"), outcome: .gone, snapshot: .init(1, version: 6, nil))
    XCTAssertEqual(table.settle(key("a"), by: gone).count, 1)
    XCTAssertTrue(table.isPending(key("a")))
    XCTAssertEqual(table.conflicts.map(\.record.title), ["mine"])
  }

  func testARecordThatIsBackEndsTheConflict() {
    var table = conflict()
    let updates = table.propose(.init(1, version: 7, "back", count: 1))
    XCTAssertEqual(
      updates,
      [.row(Self.one, Record(id: Self.one, title: "mine", count: 3)), .conflictOver(Self.one)])
    XCTAssertEqual(table.nextEdit(of: Self.one)?.key, key("a"))
  }

  func testARemovalByTheUserEndsTheConflict() {
    var table = conflict()
    let updates = table.add(.init("r", .remove, Self.one))
    XCTAssertEqual(updates, [.row(Self.one, nil), .conflictOver(Self.one)])
  }

  func testARemovalThatKnowsTheEditIsNoConflict() {
    var table = RecordTable.withOne()
    _ = table.add(.init("a", .rename("mine"), Self.one))
    let updates = table.propose(.init(1, version: 7, nil, lastEdit: "a"))
    XCTAssertEqual(updates, [.row(Self.one, nil)])
    XCTAssertEqual(table.accept("a", .init(1, version: 6, "mine", lastEdit: "a")), [])
  }

  func testARemovalThatIsRefusedLeavesAllThatWasKnownToDecideOn() {
    var table = RecordTable()
    _ = table.propose(.init(1, version: 5, "old", count: 3))
    _ = table.add(.init("a", .rename("mine"), Self.one))
    _ = table.add(.init("r", .remove, Self.one))
    XCTAssertEqual(table.propose(.init(1, version: 6, nil)), [])
    _ = table.refuse("r")
    XCTAssertEqual(table.conflicts.map(\.record), [Record(id: Self.one, title: "mine", count: 3)])
  }

  func testAConflictOfARowThatTurnsOutToBeOursGoesOnAndEndsOnce() {
    var table = RecordTable()
    _ = table.add(.init("k", .create(title: "mine")))
    _ = table.propose(.init(1, version: 1, "mine"))
    _ = table.add(.init("e", .like(true), Self.one))
    var updates = table.propose(.init(1, version: 2, nil))
    updates += table.accept("k", .init(1, version: 1, "mine"))
    XCTAssertEqual(table.conflicts.map(\.edits.count), [1])
    updates += table.propose(.init(1, version: 3, "back"))
    let told = updates.filter { update in
      switch update {
      case .conflict, .conflictOver: true
      case .row, .failed: false
      }
    }
    guard told.count == 2, case .conflict = told[0] else { return XCTFail("\(told)") }
    XCTAssertEqual(told[1], .conflictOver(Self.one))
    XCTAssertEqual(table.records.map(\.isLiked), [true])
  }
}
