import Foundation
import ReferencePipeline
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

/// The whole: edits, pushes, replies, delays.
final class SyncedRecordsTests: ScheduledTestCase {
  /// A world with one record, and the records that hear its pushes.
  private static func start(
    _ simulation: Simulation, pushDelay: Duration? = nil
  ) async throws -> (RecordWorld, SyncedRecords, RecordID) {
    let world = RecordWorld(simulation, pushDelay: pushDelay)
    let records = try await world.synced()
    world.server.connect(records.pushes)
    let base = world.server.create("old")
    await records.pushes.propose(base)
    return (world, records, base.id)
  }

  func testAPushWithTheOldTitleLeavesThePendingOneOnScreen() {
    underEverySchedule { simulation in
      let (world, records, id) = try await Self.start(simulation)
      let gate = simulation.gate("request")
      world.server.plan(RecordFate(requestGate: gate), forSend: 1)
      try await records.add(.rename("new"), to: id)
      try await gate.untilWaiting(1)
      // Somebody else likes it; the title of that push is the old one.
      world.server.change(id, .like(true))
      try await world.sleep(.seconds(1))
      let during = await records.copies(of: id)
      gate.open()
      await records.send()
      try await world.sleep(.seconds(1))
      return (during, world.shown(\.title), await records.sources)
    } check: { result, place in
      XCTAssertEqual(result.0.map(\.value.title), ["old", "new"], place)
      XCTAssertEqual(result.0.map(\.value.isLiked), [true, true], place)
      XCTAssertEqual(result.0.map(\.provenance), [.replicated, .derived], place)
      XCTAssertEqual(result.1, ["old", "new", "new"], place)
      XCTAssertEqual(result.2.map(\.value.record?.title), ["new"], place)
      XCTAssertEqual(result.2.map(\.provenance), [.replicated], place)
    }
  }

  func testAnEditWhoseRenamingFailedAfterAllIsNotSentAfterARelaunch() {
    underEverySchedule(seeds: 0..<10) { simulation in
      let world = RecordWorld(simulation)
      let files = StubbornFiles(world.disk)
      files.failToRenameLate()
      let records = try await world.synced(files: files)
      let base = world.server.create("old")
      await records.pushes.propose(base)
      let isRefused = (try? await records.add(.rename("lost"), to: base.id)) == nil
      world.relaunch(.everything)
      let next = try await world.synced()
      await next.send()
      return (isRefused, world.server.history(of: base.id).count)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1, 1, place)
    }
  }

  func testANewRecordIsOneRowWhicheverOfPushAndReplyIsFirst() {
    for (push, tellsKeys) in [(10, true), (50, true), (90, true), (10, false), (50, false)] {
      underEverySchedule(seeds: 0..<40) { simulation in
        let (world, records, id) = try await Self.start(simulation)
        world.server.tellsKeys = tellsKeys
        world.server.plan(RecordFate(pushDelay: .milliseconds(push)), forSend: 1)
        let creation = try await records.add(.create(title: "mine"))
        try await records.add(.increment(by: 1), to: creation.record)
        await records.send()
        try await world.sleep(.seconds(1))
        let rows = await records.records
        return (rows, id, await records.record(creation.record)?.id, world.server.records)
      } check: { result, place in
        XCTAssertEqual(result.0, result.3, "\(push), \(place)")
        XCTAssertEqual(result.0.map(\.count), [0, 1], place)
        XCTAssertEqual(result.2, .server(2), place)
      }
    }
  }

  func testItTriesAgainWithDelaysAndThenRests() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let (world, records, id) = try await Self.start(simulation)
      for number in 1...20 { world.server.plan(RecordFate(losesRequest: true), forSend: number) }
      try await records.add(.rename("new"), to: id)
      try await world.sleep(.seconds(60))
      let rested = world.server.sendCount
      try await records.add(.like(true), to: id)
      try await world.sleep(.seconds(60))
      let again = world.server.sendCount
      await records.send()
      for number in 1...20 { world.server.plan(RecordFate(), forSend: number) }
      await records.send()
      return (rested, again, world.server.records[0].title)
    }
    let (rested, again, title) = try run.get()
    XCTAssertEqual(rested, 5, "One attempt and four more.")
    XCTAssertEqual(again, 10)
    XCTAssertEqual(title, "new")
    XCTAssertTrue(run.leftovers.isEmpty, "\(run.leftovers)")
  }

  func testOfflineItRestsAtOnceAndAWakeUpEndsADelay() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let (world, records, id) = try await Self.start(simulation)
      world.server.isOffline = true
      try await records.add(.rename("new"), to: id)
      try await world.sleep(.seconds(60))
      let offline = world.server.sendCount
      world.server.isOffline = false
      for number in 2...4 { world.server.plan(RecordFate(losesRequest: true), forSend: number) }
      await records.wake()
      // Four attempts of 100 ms each, without the delays in between, as the user comes and goes.
      for _ in 1...400 {
        await records.wake()
        try await world.sleep(.milliseconds(1))
      }
      return (offline, world.server.records[0].title)
    }
    let (offline, title) = try run.get()
    XCTAssertEqual(offline, 1)
    XCTAssertEqual(title, "new")
  }

  func testARefusedCreationTakesItsFollowersAndTellsEach() {
    underEverySchedule(seeds: 0..<30) { simulation in
      let (world, records, id) = try await Self.start(simulation)
      world.server.plan(RecordFate(.refused(reason: "no")), forSend: 1)
      async let creation = records.add(.create(title: "mine"))
      let key = try await creation.record
      try await records.add(.like(true), to: key)
      try await records.add(.rename("more"), to: key)
      try await records.add(.rename("other"), to: id)
      await records.send()
      return (world.failed, world.server.records.map(\.title), world.fileNames)
    } check: { result, place in
      XCTAssertEqual(result.0, [.create(title: "mine"), .like(true), .rename("more")], place)
      XCTAssertEqual(result.1, ["other"], place)
      XCTAssertEqual(result.2, [], place)
    }
  }

  func testAMirrorIsTakenUpAndADerivedCopyIsNot() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let (world, records, id) = try await Self.start(simulation)
      world.server.isOffline = true
      try await records.add(.rename("new"), to: id)
      let stored = await records.sources
      world.relaunch()
      let wrong = [Labelled(RecordSnapshot(id: id, version: 99, record: nil), .derived)]
      let next = try await world.synced(mirror: stored + wrong)
      return await (next.copies(of: id).map(\.value.title), next.pendingEdits.count)
    }
    let (titles, pending) = try run.get()
    XCTAssertEqual(titles, ["old", "new"])
    XCTAssertEqual(pending, 1)
  }

  func testFiveThousandEditsOfOneRecordTakeLinearTime() {
    let ratio = growth(from: 500, to: 5_000, repeats: 1) { count in
      let simulation = Simulation()
      let world = RecordWorld(simulation, timing: .none, latency: .zero)
      let run = simulation.run {
        let base = world.server.create("old")
        let records = try await world.synced()
        await records.pushes.propose(base)
        world.server.isOffline = true
        for _ in 0..<count { try await records.add(.increment(by: 1), to: base.id) }
        world.server.isOffline = false
        await records.send()
        return await records.record(base.id)?.count
      }
      XCTAssertEqual(try? run.get(), count)
    }
    XCTAssertLessThan(ratio, 35)
  }
}
