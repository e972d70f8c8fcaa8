import Foundation
import OptimisticWriteSolution
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

/// Pending edits on a disk that ends, fills up and decays.
final class OptimisticWriteDiskTests: ScheduledTestCase {
  // MARK: The end of the app

  /// What a scenario did: the world in which it ran, and the amounts that were added and not.
  private struct Trace: Sendable {
    var world: RecordWorld?
    var added: Int = 0
    var failed: Int = 0
    var isCreated = false
  }

  /// Increments by powers of two, of a record and of one that is created, and all is sent. The
  /// counts say which of them have counted, and whether one did so twice.
  private static func scenario(_ disk: SimulatedDisk, _ trace: Shared<Trace>, _ trial: DiskTrial)
    async throws
  {
    let world = RecordWorld(trial.simulation, disk: disk)
    trace.change { $0 = Trace(world: world) }
    let base = world.server.create("one")
    let records = try await world.optimistic()
    await records.receive(base)
    func add(_ amount: Int, to id: RecordID?) async {
      let change: RecordChange = id == nil ? .create(title: "mine") : .increment(by: amount)
      do {
        let edit = try await records.add(change, to: id)
        trace.change {
          $0.added += amount; if id == nil { $0.isCreated = true }
        }
        if id == nil {
          await add(8, to: edit.record)
          await add(16, to: edit.record)
        }
      } catch {
        trace.change { $0.failed += amount }
      }
    }
    await add(1, to: base.id)
    await records.send()
    async let creation: Void = add(0, to: nil)
    await add(2, to: base.id)
    await creation
    await records.send()
    await add(4, to: base.id)
    if disk.hasEnded { throw FileError.ended }
    await records.send()
  }

  private static func check(_ disk: SimulatedDisk, _ trace: Trace) async throws -> [String] {
    guard let first = trace.world else { return ["There was no world."] }
    let server = first.server
    let records = try await OptimisticRecords(
      files: disk, sender: server, onUpdate: { [updates = first.updates] in updates.add($0) })
    for record in server.records {
      if let snapshot = server.snapshot(of: record.id) { await records.receive(snapshot) }
    }
    await records.send()
    var complaints: [String] = []
    let sum = server.records.map(\.count).reduce(0, +)
    if sum & trace.added != trace.added { complaints.append("Of \(trace.added), \(sum) counted.") }
    if sum & trace.failed != 0, !first.disk.hasEnded {
      complaints.append("\(sum) counted, though \(trace.failed) failed.")
    }
    if sum > 31 { complaints.append("\(sum) counted.") }
    let mine = server.records.filter { $0.title == "mine" }
    if mine.count > 1 || trace.isCreated && mine.count != 1 {
      complaints.append("There are \(mine.count) of mine.")
    }
    let rows = await records.records
    if Set(rows) != Set(server.records) || rows.count != server.records.count {
      complaints.append("The rows are \(rows).")
    }
    let pending = await records.pendingEdits
    if !pending.isEmpty { complaints.append("There are pending \(pending).") }
    if !disk.files.isEmpty { complaints.append("There are files \(disk.files).") }
    if !records.unreadable.isEmpty { complaints.append("Unreadable: \(records.unreadable).") }
    return complaints
  }

  func testTheAppEndsAtEachStepAndEachEditCountsOnce() {
    for schedule in [Schedule.inOrder, .shuffled(1), .shuffled(2)] {
      let trace = Shared(Trace())
      let report = DiskTrials(schedule: schedule).run { disk, trial in
        try await Self.scenario(disk, trace, trial)
      } after: { disk, _ in
        try await Self.check(disk, trace.value)
      }
      XCTAssertTrue(report.isSound, "\(report)")
      XCTAssertGreaterThan(report.steps.count, 25)
    }
  }

  func testTheDiskIsFullFromEachStepOnAndWhatFailedIsNeverSent() {
    let trace = Shared(Trace())
    let report = DiskTrials(mishaps: [.full], survivals: [.nothing, .everything]).run {
      disk, trial in
      try await Self.scenario(disk, trace, trial)
    } after: { disk, _ in
      try await Self.check(disk, trace.value)
    }
    XCTAssertTrue(report.isSound, "\(report)")
  }

  // MARK: No space

  func testAnEditThatCannotBeStoredIsNotShownAndNotSentAlsoAfterARelaunch() {
    underEverySchedule(seeds: 0..<30) { simulation in
      let world = RecordWorld(simulation)
      let base = world.server.create("old")
      let records = try await world.optimistic()
      await records.receive(base)
      try await records.add(.rename("kept"), to: base.id)
      world.disk.fill()
      var errors: [any Error] = []
      do { try await records.add(.rename("lost"), to: base.id) } catch { errors.append(error) }
      let shown = await records.record(base.id)?.title
      world.relaunch(.everything)
      world.disk.setCapacity(nil)
      let next = try await world.optimistic()
      await next.send()
      return (errors.map { $0 as? FileError }, shown, world.server.history(of: base.id).count)
    } check: { result, place in
      XCTAssertEqual(result.0, [.noSpace], place)
      XCTAssertEqual(result.1, "kept", place)
      XCTAssertEqual(result.2, 2, place)
    }
  }

  func testAnEditWhoseRenamingFailedAfterAllIsNotSentAfterARelaunch() {
    underEverySchedule(seeds: 0..<10) { simulation in
      let world = RecordWorld(simulation)
      let base = world.server.create("old")
      let files = StubbornFiles(world.disk)
      files.failToRenameLate()
      let records = try await OptimisticRecords(files: files, sender: world.server)
      await records.receive(base)
      let isRefused = (try? await records.add(.rename("lost"), to: base.id)) == nil
      world.relaunch(.everything)
      let next = try await world.optimistic()
      await next.send()
      return (isRefused, world.server.history(of: base.id).count)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1, 1, place)
    }
  }

  func testTheFollowersOfACreationThatCannotBeStoredGoWithIt() {
    for kind in [DiskOperation.Kind.write, .flush, .rename] {
      underEverySchedule(seeds: 0..<20) { simulation in
        let world = RecordWorld(simulation)
        let files = StubbornFiles(world.disk, failing: [kind])
        let records = try await OptimisticRecords(
          files: files, sender: world.server, makeKey: { key("k\(world.updates.count)") },
          onUpdate: { [updates = world.updates] in updates.add($0) })
        let creation = Task { try await records.add(.create(title: "mine")) }
        try await simulation.untilQuiet()
        let id = await records.records.first?.id
        let follower = Task { try await records.add(.like(true), to: id) }
        let results = [await creation.result, await follower.result]
        files.fail([])
        let failures = results.count { if case .failure = $0 { true } else { false } }
        await records.send()
        let late = try? await records.add(.like(true), to: id)
        return (failures, await records.records.count, world.server.sendCount, world.failed, late)
      } check: { result, place in
        XCTAssertEqual(result.0, 2, "\(kind), \(place)")
        XCTAssertEqual(result.1, 0, place)
        XCTAssertEqual(result.2, 0, place)
        XCTAssertEqual(
          Set(result.3),
          result.3.count == 2 ? [.create(title: "mine"), .like(true)] : [.create(title: "mine")],
          place)
        XCTAssertNil(result.4, place)
      }
    }
  }

  func testAFileThatCannotBeRemovedIsSentAgainAndNotCountedTwice() {
    underEverySchedule(seeds: 0..<10) { simulation in
      let world = RecordWorld(simulation)
      let base = world.server.create("old")
      let files = StubbornFiles(world.disk, failing: [.remove])
      let records = try await OptimisticRecords(files: files, sender: world.server)
      await records.receive(base)
      try await records.add(.increment(by: 1), to: base.id)
      await records.send()
      world.relaunch()
      let next = try await world.optimistic()
      await next.send()
      return (world.server.records.map(\.count), world.fileNames, world.server.arrivals.count)
    } check: { result, place in
      XCTAssertEqual(result.0, [1], place)
      XCTAssertEqual(result.1, [], place)
      XCTAssertEqual(result.2, 2, place)
    }
  }

  // MARK: Damage

  /// Three edits of one record: by 1, by 10 and by 100.
  private static func prepared(_ simulation: Simulation) async throws -> RecordWorld {
    let world = RecordWorld(simulation, timing: .none)
    world.server.isOffline = true
    let id = world.server.create("old").id
    let records = try await world.optimistic()
    for amount in [1, 10, 100] { try await records.add(.increment(by: amount), to: id) }
    await records.send()
    world.relaunch()
    world.server.isOffline = false
    return world
  }

  func testADamagedFileCostsItsEditAndIsTold() throws {
    let simulation = Simulation()
    let run = simulation.run { () async throws -> [String] in
      var complaints: [String] = []
      let length = try await Self.prepared(simulation).disk.contents(of: "2.edit")?.count ?? 0
      for offset in 0..<length {
        let world = try await Self.prepared(simulation)
        world.disk.flip("2.edit", at: offset, bit: offset % 8)
        let records = try await world.optimistic()
        await records.send()
        let count = world.server.records[0].count
        if count != 101 || records.unreadable != ["2.edit"] {
          complaints.append("Byte \(offset): \(count), unreadable \(records.unreadable)")
        }
        if world.fileNames != ["2.edit"] { complaints.append("\(world.fileNames)") }
      }
      return length > 50 ? complaints : ["The file has \(length) bytes."]
    }
    XCTAssertEqual(try run.get(), [])
  }

  func testTornAndForeignFilesLockNothingOutAndAreLeftAlone() throws {
    let simulation = Simulation()
    let run = simulation.run { () async throws -> ([String], Int, [String]) in
      let world = try await Self.prepared(simulation)
      world.disk.truncate("3.edit", to: 20)
      for name in ["photo.jpg", "9.edit", "+1.edit", "02.edit", ".edit", "-4.edit", "1.editor"] {
        world.disk.place(Data("not an edit".utf8), as: name)
      }
      world.disk.place(Data("half an edit".utf8), as: "7.edit.tmp")
      let records = try await world.optimistic()
      let edit = try await records.add(.increment(by: 1000), to: .server(1))
      XCTAssertEqual(edit.record, .server(1))
      XCTAssertNotNil(world.disk.contents(of: "10.edit"), "It takes the place of no file.")
      await records.send()
      return (records.unreadable, world.server.records[0].count, world.fileNames)
    }
    let (unreadable, count, left) = try run.get()
    let foreign = [
      "+1.edit", "-4.edit", ".edit", "02.edit", "1.editor", "3.edit", "9.edit", "photo.jpg",
    ]
    XCTAssertEqual(Set(unreadable), Set(foreign))
    XCTAssertEqual(unreadable.count, foreign.count)
    XCTAssertEqual(Set(left), Set(foreign))
    XCTAssertEqual(count, 1011)
  }

  func testTheFollowersOfACreationThatIsDamagedAreTold() throws {
    let simulation = Simulation()
    let world = RecordWorld(simulation, timing: .none)
    let run = simulation.run { () async throws -> [RecordChange] in
      world.server.isOffline = true
      let first = try await world.optimistic()
      let creation = try await first.add(.create(title: "mine"))
      try await first.add(.like(true), to: creation.record)
      try await first.add(.rename("more"), to: creation.record)
      await first.send()
      world.relaunch()
      world.server.isOffline = false
      world.disk.flip("1.edit", at: 30)
      let records = try await world.optimistic()
      await records.send()
      return world.failed
    }
    XCTAssertEqual(try run.get(), [.like(true), .rename("more")])
    XCTAssertEqual(world.server.arrivals, [])
    XCTAssertEqual(world.fileNames, ["1.edit"])
  }

  // MARK: Size

  func testTenThousandEditsReopenAndAThousandOfOneRecordAreSentInLinearTime() {
    let ratio = growth(from: 1_000, to: 10_000, repeats: 1) { count in
      let simulation = Simulation()
      let world = RecordWorld(simulation, timing: .none, latency: .zero)
      let run = simulation.run {
        let base = world.server.create("old")
        world.server.isOffline = true
        let first = try await world.optimistic()
        for number in 0..<count {
          let isNew = number.isMultiple(of: 2)
          try await first.add(
            isNew ? .create(title: "n") : .increment(by: 1), to: isNew ? nil : base.id)
        }
        await first.send()
        world.relaunch()
        world.server.isOffline = false
        let records = try await world.optimistic()
        await records.receive(base)
        let shown = await records.record(base.id)?.count
        await records.send()
        return (shown, await records.record(base.id)?.count)
      }
      guard let (shown, count) = try? run.get() else { return XCTFail("\(run)") }
      XCTAssertEqual(shown, count)
    }
    XCTAssertLessThan(ratio, 35)
  }
}
