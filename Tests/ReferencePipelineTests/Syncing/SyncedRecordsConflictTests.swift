import Foundation
import ReferencePipeline
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

/// Records that are removed elsewhere while edits are pending.
final class SyncedRecordsConflictTests: ScheduledTestCase {
  /// A record of the user with two pending edits, which has been removed elsewhere, before another.
  private static func start(
    _ simulation: Simulation, isPushed: Bool = true
  ) async throws -> (RecordWorld, SyncedRecords, RecordID) {
    let world = RecordWorld(simulation)
    let records = try await world.synced()
    if isPushed { world.server.connect(records.pushes) }
    let creation = try await records.add(.create(title: "mine"))
    await records.send()
    let other = world.server.create("other")
    await records.pushes.propose(other)
    world.server.isOffline = true
    try await records.add(.rename("edited"), to: creation.record)
    try await records.add(.increment(by: 3), to: creation.record)
    try await records.add(.like(true), to: other.id)
    await records.send()
    world.server.change(.server(1), .remove)
    try await world.sleep(.seconds(1))
    world.server.isOffline = false
    return (world, records, creation.record)
  }

  func testTheRowStaysNothingIsSentAboutItAndOtherRecordsGoOn() {
    for isPushed in [true, false] {
      underEverySchedule(seeds: 0..<50) { simulation in
        let (world, records, _) = try await Self.start(simulation, isPushed: isPushed)
        await records.send()
        await records.send()
        return (
          await records.records, await records.conflicts.map(\.edits.count),
          world.server.arrivals.dropFirst().map(\.edit.change), world.fileNames.count
        )
      } check: { result, place in
        XCTAssertEqual(result.0.map(\.title), ["edited", "other"], place)
        XCTAssertEqual(result.0.map(\.count), [3, 0], place)
        XCTAssertEqual(result.1, [2], place)
        // Where no push has told of it, the first reply does.
        XCTAssertEqual(
          result.2, isPushed ? [.like(true)] : [.rename("edited"), .like(true)], place)
        XCTAssertEqual(result.3, 2, place)
      }
    }
  }

  func testWhatIsKeptIsCreatedAnewInItsRow() {
    for isPushed in [true, false] {
      underEverySchedule(seeds: 0..<50) { simulation in
        let (world, records, first) = try await Self.start(simulation, isPushed: isPushed)
        await records.send()
        try await records.decide(first, .keep)
        try await records.add(.increment(by: 1), to: .server(1))
        await records.send()
        try await records.add(.increment(by: 1), to: first)
        await records.send()
        try await world.sleep(.seconds(1))
        return (
          await records.records, world.server.records, await records.conflicts.count,
          await records.record(first)?.id, world.fileNames
        )
      } check: { result, place in
        XCTAssertEqual(result.0.map(\.title), ["edited", "other"], place)
        XCTAssertEqual(result.0.map(\.count), [5, 0], place)
        XCTAssertEqual(result.0.map(\.id), [.server(3), .server(2)], place)
        XCTAssertEqual(Set(result.0), Set(result.1), place)
        XCTAssertEqual(result.2, 0, place)
        XCTAssertEqual(result.3, .server(3), place)
        XCTAssertEqual(result.4, [], place)
      }
    }
  }

  func testWhatIsDroppedGoesWithItsFiles() {
    underEverySchedule(seeds: 0..<50) { simulation in
      let (world, records, first) = try await Self.start(simulation)
      await records.send()
      try await records.decide(first, .drop)
      await records.send()
      return (await records.records.map(\.title), world.fileNames, world.server.records.count)
    } check: { result, place in
      XCTAssertEqual(result.0, ["other"], place)
      XCTAssertEqual(result.1, [], place)
      XCTAssertEqual(result.2, 1, place)
    }
  }

  func testARemovalWhileAnEditIsOnItsWay() {
    underEverySchedule { simulation in
      let world = RecordWorld(simulation)
      let records = try await world.synced()
      world.server.connect(records.pushes)
      let base = world.server.create("old")
      await records.pushes.propose(base)
      try await records.add(.rename("mine"), to: base.id)
      try await records.add(.increment(by: 1), to: base.id)
      // At the moment at which the first one arrives, or so.
      try await world.sleep(.milliseconds(50))
      world.server.change(base.id, .remove)
      await records.send()
      try await world.sleep(.seconds(1))
      let told = await records.conflicts.map(\.record)
      try await records.decide(base.id, .keep)
      await records.send()
      try await world.sleep(.seconds(1))
      return (told, await records.records, world.server.records, world.fileNames)
    } check: { result, place in
      XCTAssertEqual(result.0.count, 1, place)
      XCTAssertEqual(result.1.map(\.count), [1], place)
      XCTAssertEqual(result.1, result.2, place)
      XCTAssertEqual(result.3, [], place)
    }
  }

  func testTheEditsOfARecordThatIsBackAreSentInTheirOrder() {
    underEverySchedule(seeds: 0..<30) { simulation in
      let (world, records, id) = try await Self.start(simulation)
      await records.send()
      try await records.add(.increment(by: 5), to: id)
      let back = RecordSnapshot(
        id: .server(1), version: 3, record: Record(id: .server(1), title: "back"))
      await records.pushes.propose(back)
      await records.send()
      let sent = world.server.arrivals.map(\.edit).filter { $0.record == .server(1) }
      return (sent.map(\.change), await records.conflicts.count)
    } check: { result, place in
      // The server knows nothing of it: the first one is answered as gone, with an old version.
      XCTAssertEqual(
        result.0, [.rename("edited"), .increment(by: 3), .increment(by: 5)], place)
      XCTAssertEqual(result.1, 0, place)
    }
  }

  func testADecisionThatCannotBeStoredLeavesTheConflict() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let (world, records, first) = try await Self.start(simulation)
      world.disk.fill()
      var error: (any Error)?
      do { try await records.decide(first, .keep) } catch let thrown { error = thrown }
      let open = await records.conflicts.count
      world.disk.setCapacity(nil)
      try await records.decide(first, .keep)
      await records.send()
      return (error as? FileError, open, world.server.records.map(\.title))
    }
    let (error, open, titles) = try run.get()
    XCTAssertEqual(error, .noSpace)
    XCTAssertEqual(open, 1)
    XCTAssertEqual(titles, ["other", "edited"])
  }

  /// However the app ends while the user decides, in the end there is one such record.
  func testTheAppEndsAtEachStepOfKeeping() {
    let worlds = Shared<RecordWorld?>(nil)
    let report = DiskTrials().run { disk, trial in
      let world = RecordWorld(trial.simulation, disk: disk)
      worlds.change { $0 = world }
      let base = world.server.create("old")
      let records = try await world.synced()
      await records.pushes.propose(base)
      world.server.isOffline = true
      try await records.add(.rename("mine"), to: base.id)
      try await records.add(.increment(by: 1), to: base.id)
      trial.note("edited")
      await records.send()
      world.server.change(base.id, .remove)
      if let snapshot = world.server.snapshot(of: base.id) {
        await records.pushes.propose(snapshot)
      }
      world.server.isOffline = false
      try await records.decide(base.id, .keep)
      await records.send()
    } after: { disk, trial in
      guard let world = worlds.value else { return ["There is no world."] }
      world.server.isOffline = false
      let toldBefore = world.updates.count
      let records = try await world.synced(files: disk)
      await records.send()
      for conflict in await records.conflicts {
        try await records.decide(conflict.record.id, .keep)
      }
      await records.send()
      var complaints: [String] = []
      let found = world.server.records.filter { $0.count == 1 && $0.title == "mine" }
      if trial.hasNoted("edited"), found.count != 1 {
        complaints.append("The server has \(world.server.records).")
      }
      if world.server.records.count > 1 { complaints.append("\(world.server.records)") }
      if !disk.files.isEmpty { complaints.append("There are files \(disk.files).") }
      // What the user has kept is not told to have failed.
      let failed = world.updates.entries.dropFirst(toldBefore).filter { update in
        if case .failed = update { true } else { false }
      }
      if !failed.isEmpty { complaints.append("Told as failed: \(failed).") }
      return complaints
    }
    XCTAssertTrue(report.isSound, "\(report)")
    XCTAssertGreaterThan(report.steps.count, 10)
  }
}
