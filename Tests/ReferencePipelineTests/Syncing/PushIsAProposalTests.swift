import PushIsAProposalSolution
import Simulation
import Vocabulary
import XCTest

/// Pending edits on top of the server's word.
final class PushIsAProposalTests: XCTestCase {
  private static let one = RecordID.server(1)

  func testAPushWithTheOldTitleLeavesThePendingOneOnScreen() {
    var table = RecordTable.withOne()
    XCTAssertNotNil(table.add(.init("k", .rename("new"), Self.one)))
    XCTAssertEqual(table.propose(.init(1, version: 6, "old")), [])
    XCTAssertEqual(table.titles, ["new"])
    XCTAssertEqual(table.copies(of: Self.one).map(\.value.title), ["old", "new"])
    XCTAssertEqual(table.sources.map(\.value.version), [6])
  }

  func testWhatAPushChangesBesidesIsShown() {
    var table = RecordTable.withOne()
    _ = table.add(.init("k", .rename("new"), Self.one))
    let updates = table.propose(.init(1, version: 6, "old", count: 3))
    XCTAssertEqual(updates, [.row(Self.one, Record(id: Self.one, title: "new", count: 3))])
  }

  func testTheAcknowledgementOfOneEditLeavesTheOthers() {
    var table = RecordTable.withOne()
    _ = table.add(.init("a", .rename("A"), Self.one))
    _ = table.add(.init("b", .like(true), Self.one))
    _ = table.add(.init("c", .increment(by: 2), Self.one))
    XCTAssertEqual(table.accept("a", .init(1, version: 6, "A")), [])
    XCTAssertEqual(table.records, [Record(id: Self.one, title: "A", isLiked: true, count: 2)])
    XCTAssertEqual(table.edits(of: Self.one).map(\.key), [key("b"), key("c")])
  }

  func testAnOlderVersionAfterANewerOneIsIgnored() {
    var table = RecordTable.withOne()
    for (version, title) in [(7, "seven"), (6, "six"), (7, "not seven"), (1, "one")] {
      _ = table.propose(.init(1, version: version, title))
    }
    XCTAssertEqual(table.titles, ["seven"])
    _ = table.propose(.init(1, version: 8, nil))
    XCTAssertEqual(table.propose(.init(1, version: 7, "seven")), [])
    XCTAssertEqual(table.titles, [])
    _ = table.propose(.init(1, version: 9, "nine"))
    XCTAssertEqual(table.titles, ["nine"])
  }

  func testAnOldReplyDropsItsEditAndNotTheNewerBase() {
    var table = RecordTable.withOne()
    _ = table.add(.init("k", .rename("mine"), Self.one))
    _ = table.propose(.init(1, version: 7, "theirs", lastEdit: "k"))
    XCTAssertEqual(table.titles, ["theirs"])
    XCTAssertEqual(table.accept("k", .init(1, version: 6, "mine", lastEdit: "k")), [])
    XCTAssertEqual(table.titles, ["theirs"])
  }

  func testAPushThatHasThePendingEditCountsItOnce() {
    var table = RecordTable.withOne()
    _ = table.add(.init("a", .increment(by: 1), Self.one))
    _ = table.add(.init("b", .increment(by: 1), Self.one))
    XCTAssertEqual(table.propose(.init(1, version: 6, "old", count: 1, lastEdit: "a")), [])
    XCTAssertEqual(table.records.map(\.count), [2])
    XCTAssertEqual(table.accept("a", .init(1, version: 6, "old", count: 1, lastEdit: "a")), [])
    XCTAssertEqual(table.records.map(\.count), [2])
  }

  func testAnAcknowledgementWithoutEffectShowsTheServersRecord() {
    var table = RecordTable.withOne()
    _ = table.add(.init("k", .rename("new"), Self.one))
    let updates = table.accept("k", .init(1, version: 5, "old"))
    XCTAssertEqual(updates, [.row(Self.one, Record(id: Self.one, title: "old"))])
    XCTAssertFalse(table.isPending(key("k")))
  }

  func testARefusalTakesItsOwnLayerOnly() {
    var table = RecordTable.withOne()
    _ = table.add(.init("a", .rename("A"), Self.one))
    _ = table.add(.init("b", .rename("B"), Self.one))
    _ = table.add(.init("c", .increment(by: 1), Self.one))
    let edit = RecordEdit("b", .rename("B"), Self.one)
    let after = Record(id: Self.one, title: "A", count: 1)
    XCTAssertEqual(
      table.refuse("b"), [.failed(edit, .refused(reason: "no")), .row(Self.one, after)])
  }

  func testTheHandlerOfPushesCanProposeAndNothingElse() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let repository = RecordRepository()
      let inbox: any RecordProposing = repository.pushes
      await inbox.propose(.init(1, version: 1, "old"))
      await repository.add(.init("k", .rename("new"), Self.one))
      await inbox.propose(.init(1, version: 2, "old"))
      let pending = await repository.table.titles
      await repository.settle(
        key("k"),
        by: .init(key: key("k"), outcome: .accepted, snapshot: .init(1, version: 3, "new")))
      return await pending + repository.table.titles
    }
    XCTAssertEqual(try run.get(), ["new", "new"])
  }

  func testEveryCopyHasItsLabelAndNoDerivedOneIsASource() {
    var table = RecordTable.withOne()
    _ = table.add(.init("k", .rename("new"), Self.one))
    _ = table.add(.init("n", .create(title: "n")))
    XCTAssertEqual(table.copies(of: Self.one).map(\.provenance), [.replicated, .derived])
    XCTAssertEqual(table.copies(of: .temporary(key("n"))).map(\.provenance), [.derived])
    XCTAssertEqual(table.sources.map(\.provenance), [.replicated])
    XCTAssertEqual(table.sources.map(\.value.record?.title), ["old"])
    XCTAssertEqual(
      Provenance.allCases.filter(\.isSource), [.authoritative, .replicated, .cached])
  }

  func testAnEditOfNothingIsNotTaken() {
    var table = RecordTable.withOne()
    _ = table.propose(.init(1, version: 6, nil))
    XCTAssertNil(table.add(.init("k", .rename("x"), Self.one)))
    XCTAssertNil(table.add(.init("l", .rename("x"), .temporary(key("nobody")))))
    XCTAssertFalse(table.isPending(key("k")))
    XCTAssertEqual(table.records, [])
  }

  func testTheUsersOwnRemovalTakesItsFollowersAndIsNoConflict() {
    var table = RecordTable.withOne()
    XCTAssertEqual(table.add(.init("r", .remove, Self.one)), [.row(Self.one, nil)])
    XCTAssertNil(table.add(.init("k", .rename("x"), Self.one)))
    XCTAssertEqual(table.propose(.init(1, version: 6, nil)), [])
    let gone = RecordReply(key: key("r"), outcome: .gone, snapshot: .init(1, version: 6, nil))
    XCTAssertEqual(table.settle(key("r"), by: gone), [])
    XCTAssertFalse(table.isPending(key("r")))
  }

  func testARefusedRemovalShowsTheRowAgain() {
    var table = RecordTable.withOne()
    let edit = RecordEdit("r", .remove, Self.one)
    _ = table.add(edit)
    let updates = table.refuse("r")
    XCTAssertEqual(updates.last, .row(Self.one, Record(id: Self.one, title: "old")))
    XCTAssertEqual(table.titles, ["old"])
  }

  /// As many records, each proposed, edited and settled, and as many edits of one record.
  func testTheCostIsLinear() {
    let ratio = growth(from: 1_000, to: 10_000) { count in
      var table = RecordTable()
      for number in 1...count { _ = table.propose(.init(number, version: 1, "t")) }
      for number in 1...count {
        _ = table.add(.init("a\(number)", .increment(by: 1), .server(number)))
        _ = table.add(.init("b\(number)", .increment(by: 1), Self.one))
      }
      for number in 1...count {
        let base = number == 1 ? 0 : 1
        _ = table.accept("a\(number)", .init(number, version: 2, "t", count: 1))
        _ = table.accept("b\(number)", .init(1, version: number + 2, "t", count: base + number))
      }
      XCTAssertEqual(table.records.count, count)
      XCTAssertFalse(table.isPending(key("b\(count)")))
    }
    XCTAssertLessThan(ratio, 35)
  }
}
