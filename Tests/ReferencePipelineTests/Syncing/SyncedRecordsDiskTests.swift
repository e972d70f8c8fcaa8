import Foundation
import ReferencePipeline
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

/// The whole on a disk on which the app ends, or no room is left, at any step.
final class SyncedRecordsDiskTests: XCTestCase {
  /// What was added and what was not, as sums of powers of two.
  private struct Trace: Sendable {
    var world: RecordWorld?
    var added = 0
    var failed = 0
  }

  /// Three increments of a new record, of which two are stored before it has its name, and one of
  /// another record.
  private static func scenario(
    _ disk: SimulatedDisk, _ trace: Shared<Trace>, _ trial: DiskTrial
  ) async throws {
    let world = RecordWorld(trial.simulation, disk: disk)
    trace.change { $0 = Trace(world: world) }
    let base = world.server.create("one")
    let records = try await world.synced()
    world.server.connect(records.pushes)
    await records.pushes.propose(base)
    func add(_ amount: Int, to id: RecordID?) async -> RecordID? {
      let change: RecordChange =
        id == nil ? .create(title: "mine", count: amount) : .increment(by: amount)
      let edit = try? await records.add(change, to: id)
      trace.change {
        if edit == nil { $0.failed += amount } else { $0.added += amount }
      }
      return edit?.record
    }
    world.server.isOffline = true
    let name = await add(1, to: nil)
    for amount in [2, 4] where name != nil { _ = await add(amount, to: name) }
    _ = await add(8, to: base.id)
    world.server.isOffline = false
    await records.send()
    if let name { _ = await add(16, to: name) }
    if disk.hasEnded { throw FileError.ended }
    await records.send()
  }

  private static func check(_ disk: SimulatedDisk, _ trace: Trace) async throws -> [String] {
    guard let world = trace.world else { return ["There was no world."] }
    let hadEnded = world.disk.hasEnded && trace.failed > 0
    world.server.isOffline = false
    let records = try await world.synced(files: disk)
    await records.send()
    for record in world.server.records {
      if let snapshot = world.server.snapshot(of: record.id) {
        await records.pushes.propose(snapshot)
      }
    }
    var complaints: [String] = []
    let sum = world.server.records.map(\.count).reduce(0, +)
    if sum & trace.added != trace.added || sum > 31 {
      complaints.append("Of \(trace.added), \(sum) counted.")
    }
    if !hadEnded, sum & trace.failed != 0 {
      complaints.append("\(sum) counted, though \(trace.failed) failed.")
    }
    let rows = await records.records
    if Set(rows) != Set(world.server.records) || rows.count != world.server.records.count {
      complaints.append("The rows are \(rows).")
    }
    let pending = await records.pendingEdits
    if !pending.isEmpty || !disk.files.isEmpty {
      complaints.append("There are \(pending) in \(disk.files).")
    }
    if !world.failed.isEmpty, trace.failed == 0 {
      complaints.append("Told as failed: \(world.failed).")
    }
    return complaints
  }

  func testTheAppEndsAtEachStepAndEachEditCountsOnce() {
    let trace = Shared(Trace())
    let report = DiskTrials().run { disk, trial in
      try await Self.scenario(disk, trace, trial)
    } after: { disk, _ in
      try await Self.check(disk, trace.value)
    }
    XCTAssertTrue(report.isSound, "\(report)")
    XCTAssertGreaterThan(report.steps.count, 25)
  }

  func testTheDiskIsFullFromEachStepOnAndWhatFailedIsNeverSent() {
    for schedule in [Schedule.inOrder, .shuffled(3)] {
      let trace = Shared(Trace())
      let trials = DiskTrials(
        schedule: schedule, mishaps: [.full], survivals: [.nothing, .everything])
      let report = trials.run { disk, trial in
        try await Self.scenario(disk, trace, trial)
        // The launch ends well, and then there is room again.
      } after: { disk, _ in
        disk.setCapacity(nil)
        return try await Self.checkRoom(disk, trace.value)
      }
      XCTAssertTrue(report.isSound, "\(report)")
    }
  }

  /// As above; the world has not ended by itself, so nothing that failed may count.
  private static func checkRoom(_ disk: SimulatedDisk, _ trace: Trace) async throws -> [String] {
    let sum = trace.world?.server.records.map(\.count).reduce(0, +) ?? 0
    let early = sum & trace.failed == 0 ? [] : ["\(sum) counted, though \(trace.failed) failed."]
    let complaints = try await check(disk, trace)
    let later = trace.world?.server.records.map(\.count).reduce(0, +) ?? 0
    let late = later & trace.failed == 0 ? [] : ["\(later) counted, \(trace.failed) failed."]
    return early + complaints + late
  }

  /// A phone that is locked reads nothing. Going on without the edits would send them after
  /// younger ones, and give up those whose creation is not there.
  func testFilesThatCannotBeReadForNowAreNotTakenForDamaged() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let world = RecordWorld(simulation)
      world.server.isOffline = true
      let first = try await world.synced()
      let creation = try await first.add(.create(title: "mine"))
      try await first.add(.like(true), to: creation.record)
      await first.send()
      world.relaunch()
      world.server.isOffline = false
      let files = StubbornFiles(world.disk, failing: [.read])
      var error: (any Error)?
      do { _ = try await world.synced(files: files) } catch let thrown { error = thrown }
      files.fail([])
      let next = try await world.synced(files: files)
      await next.send()
      return (error as? FileError, next.unreadable, world.server.records.map(\.isLiked))
    }
    let (error, unreadable, likes) = try run.get()
    XCTAssertEqual(error, .failed("the phone is locked."))
    XCTAssertEqual(unreadable, [])
    XCTAssertEqual(likes, [true])
  }
}
