import Foundation
import ReferencePipeline
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

/// Edits and failures of the disk while the user decides on a conflict.
final class SyncedRecordsDecisionTests: ScheduledTestCase {
  private struct Situation: Sendable {
    let world: RecordWorld
    let files: StubbornFiles
    let records: SyncedRecords
  }

  private static let one = RecordID.server(1)
  private static let two = RecordID.server(2)

  /// The first of two records has a pending edit and has been removed elsewhere.
  private static func start(_ simulation: Simulation) async throws -> Situation {
    let world = RecordWorld(simulation)
    let files = StubbornFiles(world.disk)
    let records = try await world.synced(files: files)
    world.server.connect(records.pushes)
    for title in ["old", "other"] { await records.pushes.propose(world.server.create(title)) }
    world.server.isOffline = true
    try await records.add(.increment(by: 1), to: one)
    world.server.change(one, .remove)
    try await world.sleep(.seconds(1))
    world.server.isOffline = false
    await records.send()
    return Situation(world: world, files: files, records: records)
  }

  private static func hasFailed<Value>(_ task: Task<Value, any Error>) async -> Bool {
    if case .failure = await task.result { true } else { false }
  }

  /// What is made while the decision is being stored is part of what is kept, so it is taken.
  func testAnEditDuringTheDecisionIsKeptWithTheOthersAndIsNoFailure() {
    underEverySchedule(seeds: 0..<50) { simulation in
      let it = try await Self.start(simulation)
      let decision = Task { try await it.records.decide(Self.one, .keep) }
      try await simulation.untilQuiet()
      let edit = Task { try await it.records.add(.increment(by: 2), to: Self.one) }
      try await decision.value
      let hasFailed = await Self.hasFailed(edit)
      await it.records.send()
      try await it.world.sleep(.seconds(1))
      let counts = it.world.server.records.map(\.count)
      return (hasFailed, counts, await it.records.records.map(\.count), it.world.fileNames)
    } check: { result, place in
      XCTAssertFalse(result.0, place)
      XCTAssertEqual(result.1, [0, 3], place)
      XCTAssertEqual(result.2, [3, 0], place)
      XCTAssertEqual(result.3, [], place)
    }
  }

  func testADecisionThatFailsAtItsSecondAttemptLeavesNothingOfTheFirst() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let it = try await Self.start(simulation)
      let before = it.world.fileNames
      let decision = Task { try await it.records.decide(Self.one, .keep) }
      try await simulation.untilQuiet()
      // The decision is being stored, and has to be anew since this changes what is kept.
      let edit = Task { try await it.records.add(.increment(by: 2), to: Self.one) }
      try await simulation.untilQuiet()
      it.files.fail([.write])
      let failures = [await Self.hasFailed(decision), await Self.hasFailed(edit)]
      let after = it.world.fileNames
      it.world.relaunch()
      let next = try await it.world.synced()
      await next.send()
      return (
        failures, before, after, await next.conflicts.count,
        it.world.server.records.count
      )
    } check: { result, place in
      XCTAssertEqual(result.0, [true, true], place)
      XCTAssertEqual(result.1.count, 1, place)
      XCTAssertEqual(result.2, result.1, place)
      XCTAssertEqual(result.3, 1, place)
      XCTAssertEqual(result.4, 1, place)
    }
  }

  func testWhatWaitsBehindAnEditThatCannotBeStoredIsSent() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let it = try await Self.start(simulation)
      let doomed = Task { try await it.records.add(.rename("lost"), to: Self.two) }
      try await simulation.untilQuiet()
      it.files.fail([.flush])
      // The edits of a record that is back come after the one that is being stored.
      await it.records.pushes.propose(RecordSnapshot(1, version: 3, "back"))
      let hasFailed = await Self.hasFailed(doomed)
      try await it.world.sleep(.seconds(10))
      return (hasFailed, it.world.server.arrivals.map(\.edit.change))
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1, [.increment(by: 1)], place)
    }
  }
}
