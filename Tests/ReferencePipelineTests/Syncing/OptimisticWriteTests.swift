import Foundation
import OptimisticWriteSolution
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

/// Edits that are shown at once and sent until there is a reply.
final class OptimisticWriteTests: ScheduledTestCase {
  /// A world with one record, and the repository that knows it.
  private static func start(
    _ simulation: Simulation, count: Int = 0
  ) async throws -> (RecordWorld, OptimisticRecords, RecordID) {
    let world = RecordWorld(simulation)
    let base = world.server.create("old", count: count)
    let records = try await world.optimistic()
    await records.receive(base)
    return (world, records, base.id)
  }

  func testAnEditIsShownAtOnceAndDurableBeforeItIsSent() {
    underEverySchedule { simulation in
      let (world, records, id) = try await Self.start(simulation)
      async let add = records.add(.rename("new"), to: id)
      try await simulation.untilQuiet()
      let shown = await records.record(id)?.title
      let early = world.server.sendCount
      _ = try await add
      let safe = world.disk.safeByteCount(of: "1.edit") ?? 0
      let stillEarly = world.server.arrivals.count
      await records.send()
      return (shown, early, safe > 8, stillEarly, world.server.records[0].title, world.fileNames)
    } check: { result, place in
      XCTAssertEqual(result.0, "new", place)
      XCTAssertEqual(result.1, 0, place)
      XCTAssertTrue(result.2, place)
      XCTAssertEqual(result.3, 0, place)
      XCTAssertEqual(result.4, "new", place)
      XCTAssertEqual(result.5, [], place)
    }
  }

  func testOnOffAndTheirAcknowledgementsNeverFlicker() {
    underEverySchedule { simulation in
      let (world, records, id) = try await Self.start(simulation)
      try await records.add(.like(true), to: id)
      try await records.add(.like(false), to: id)
      await records.send()
      return world.shown(\.isLiked)
    } check: { shown, place in
      XCTAssertEqual(shown, [false, true, false], place)
    }
  }

  func testOfTwoEditsOfWhichTheSecondIsRefusedTheFirstIsShown() {
    underEverySchedule { simulation in
      let (world, records, id) = try await Self.start(simulation)
      world.server.plan(RecordFate(.refused(reason: "no")), forSend: 2)
      try await records.add(.rename("1"), to: id)
      try await records.add(.rename("2"), to: id)
      await records.send()
      return world.shown(\.title)
    } check: { shown, place in
      XCTAssertEqual(shown, ["old", "1", "2", "1"], place)
    }
  }

  func testOfFiveIncrementsOfWhichTheFirstIsRefusedFourCount() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let (world, records, id) = try await Self.start(simulation)
      world.server.plan(RecordFate(.refused(reason: "no")), forSend: 1)
      for _ in 1...5 { try await records.add(.increment(by: 1), to: id) }
      await records.send()
      return (world.shown(\.count), await records.base(id)?.record?.count)
    } check: { result, place in
      XCTAssertEqual(result.0, [0, 1, 2, 3, 4, 5, 4], place)
      XCTAssertEqual(result.1, 4, place)
    }
  }

  func testARefusalLeavesALaterEditOfAnotherField() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let (world, records, id) = try await Self.start(simulation)
      world.server.plan(RecordFate(.refused(reason: "no")), forSend: 1)
      try await records.add(.rename("1"), to: id)
      try await records.add(.like(true), to: id)
      await records.send()
      return (await records.record(id), world.failed)
    } check: { result, place in
      XCTAssertEqual(result.0, Record(id: .server(1), title: "old", isLiked: true), place)
      XCTAssertEqual(result.1, [.rename("1")], place)
    }
  }

  func testANewRecordGetsItsNameOnceAndItsFollowersAreSentUnderIt() {
    underEverySchedule { simulation in
      let (world, records, _) = try await Self.start(simulation)
      let creation = try await records.add(.create(title: "mine"))
      try await records.add(.like(true), to: creation.record)
      await records.send()
      try await records.add(.increment(by: 1), to: creation.record)
      await records.send()
      let names = world.updates.entries.compactMap { update in
        if case .row(let name, let record?) = update, name != record.id { name } else { nil }
      }
      return (names, creation.record, await records.records, world.server.arrivals, world.fileNames)
    } check: { result, place in
      XCTAssertEqual(result.0, [result.1], place)
      XCTAssertEqual(result.2.map(\.id), [.server(1), .server(2)], place)
      XCTAssertEqual(result.2.last, .init(id: .server(2), title: "mine", isLiked: true, count: 1))
      XCTAssertEqual(result.3.map(\.edit.record), [result.1, .server(2), .server(2)], place)
      XCTAssertEqual(result.4, [], place)
    }
  }

  func testTheReplyNamesTheRowByTheKeyThatWasSentAlsoAfterARefresh() {
    underEverySchedule(seeds: 0..<30) { simulation in
      let (world, records, _) = try await Self.start(simulation)
      world.server.tellsKeys = false
      for number in 1...2 { world.server.plan(RecordFate(losesReply: true), forSend: number) }
      let creation = try await records.add(.create(title: "mine"))
      await records.send()
      let isNamed = await records.record(creation.record)?.id != creation.record
      // A refresh, which does not say that the record is ours.
      if let snapshot = world.server.snapshot(of: .server(2)) { await records.receive(snapshot) }
      await records.send()
      return (await records.records.map(\.id), await records.record(creation.record)?.id, isNamed)
    } check: { result, place in
      XCTAssertFalse(result.2, place)
      XCTAssertEqual(result.0, [.server(1), .server(2)], place)
      XCTAssertEqual(result.1, .server(2), place)
    }
  }

  func testARefusedCreationTakesItsFollowersAndTellsEach() {
    underEverySchedule(seeds: 0..<30) { simulation in
      let (world, records, _) = try await Self.start(simulation)
      world.server.plan(RecordFate(.refused(reason: "no")), forSend: 1)
      let creation = try await records.add(.create(title: "mine"))
      try await records.add(.like(true), to: creation.record)
      try await records.add(.rename("more"), to: creation.record)
      await records.send()
      return (world.failed, await records.records.count, world.fileNames, world.server.sendCount)
    } check: { result, place in
      XCTAssertEqual(result.0, [.create(title: "mine"), .like(true), .rename("more")], place)
      XCTAssertEqual(result.1, 1, place)
      XCTAssertEqual(result.2, [], place)
      XCTAssertEqual(result.3, 1, place)
    }
  }

  func testAnAcknowledgementWithoutEffectDropsTheEditAndTells() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let (world, records, id) = try await Self.start(simulation)
      world.server.plan(RecordFate(.ignored), forSend: 1)
      try await records.add(.rename("new"), to: id)
      await records.send()
      return (world.shown(\.title), await records.pendingEdits.count, world.fileNames)
    } check: { result, place in
      XCTAssertEqual(result.0, ["old", "new", "old"], place)
      XCTAssertEqual(result.1, 0, place)
      XCTAssertEqual(result.2, [], place)
    }
  }

  func testOneAtATimeAndInOrderWhoeverWakes() {
    underEverySchedule { simulation in
      let (world, records, id) = try await Self.start(simulation)
      for number in 1...4 { try await records.add(.rename("\(number)"), to: id) }
      async let first: Void = records.send()
      async let second: Void = records.send()
      await records.wake()
      _ = await (first, second)
      return world.server.arrivals
    } check: { arrivals, place in
      XCTAssertEqual(arrivals.map(\.edit.change), (1...4).map { .rename("\($0)") }, place)
      XCTAssertEqual(arrivals.count { $0.isRepeated }, 0, place)
      for (one, next) in zip(arrivals, arrivals.dropFirst()) {
        XCTAssertGreaterThanOrEqual(next.instant.offset - one.instant.offset, .milliseconds(100))
      }
    }
  }

  func testAWakeUpDuringADoomedSendIsNotLost() {
    underEverySchedule { simulation in
      let (world, records, id) = try await Self.start(simulation)
      let gate = simulation.gate("request")
      world.server.plan(RecordFate(losesRequest: true, requestGate: gate), forSend: 1)
      try await records.add(.rename("new"), to: id)
      try await gate.untilWaiting(1)
      // The network is back, while the attempt from before is on its way to fail.
      await records.wake()
      gate.open()
      await records.send()
      return (world.server.records[0].title, world.server.sendCount)
    } check: { result, place in
      XCTAssertEqual(result.0, "new", place)
      XCTAssertEqual(result.1, 2, place)
    }
  }

  func testOfflineItEndsAtOnceAndTheNextWakeUpSendsUnderTheSameKey() {
    underEverySchedule(seeds: 0..<30) { simulation in
      let (world, records, id) = try await Self.start(simulation)
      world.server.isOffline = true
      let edit = try await records.add(.increment(by: 1), to: id)
      await records.send()
      world.server.isOffline = false
      world.server.plan(RecordFate(losesReply: true), forSend: world.server.sendCount + 1)
      await records.send()
      await records.send()
      return (world.server.arrivals.map(\.edit.key) == [edit.key, edit.key], world.server.records)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1.map(\.count), [1], place)
    }
  }

  func testTheRowsOfOneRecordAreJoinedInTheOrderOfTheEdits() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let (world, records, _) = try await Self.start(simulation)
      world.server.tellsKeys = false
      for number in 1...2 { world.server.plan(RecordFate(losesReply: true), forSend: number) }
      let creation = try await records.add(.create(title: "mine"))
      await records.send()
      let isNamed = await records.record(creation.record)?.id != creation.record
      world.server.isOffline = true
      if let snapshot = world.server.snapshot(of: .server(2)) { await records.receive(snapshot) }
      try await records.add(.rename("first"), to: creation.record)
      try await records.add(.rename("last"), to: .server(2))
      await records.send()
      world.server.isOffline = false
      await records.send()
      return (world.shown(\.title), await records.records.map(\.title), isNamed)
    } check: { result, place in
      XCTAssertFalse(result.2, place)
      XCTAssertEqual(result.0, ["old", "mine", "mine", "first", "last", "last"], place)
      XCTAssertEqual(result.1, ["old", "last"], place)
    }
  }

  func testARefreshThatHasTheEditAlreadyCountsItOnce() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let (world, records, id) = try await Self.start(simulation)
      let gate = simulation.gate("reply")
      world.server.plan(RecordFate(replyGate: gate), forSend: 1)
      try await records.add(.increment(by: 1), to: id)
      try await gate.untilWaiting(1)
      if let snapshot = world.server.snapshot(of: id) { await records.receive(snapshot) }
      gate.open()
      await records.send()
      return world.shown(\.count)
    } check: { shown, place in
      XCTAssertEqual(shown, [0, 1], place)
    }
  }

  func testAnEditThatIsMadeDuringADoomedSendIsSent() {
    underEverySchedule(seeds: 0..<30) { simulation in
      let (world, records, id) = try await Self.start(simulation)
      let gate = simulation.gate("request")
      world.server.plan(RecordFate(losesRequest: true, requestGate: gate), forSend: 1)
      try await records.add(.increment(by: 1), to: id)
      try await gate.untilWaiting(1)
      try await records.add(.increment(by: 2), to: id)
      gate.open()
      try await world.sleep(.seconds(10))
      return world.server.records.map(\.count)
    } check: { counts, place in
      XCTAssertEqual(counts, [3], place)
    }
  }
}
