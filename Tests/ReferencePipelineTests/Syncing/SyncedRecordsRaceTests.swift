import Foundation
import ReferencePipeline
import Simulation
import SimulatedPhone
import SuiteParts
import TheStampedeSolution
import Vocabulary
import XCTest

/// Taps, pushes and replies in any order.
final class SyncedRecordsRaceTests: ScheduledTestCase {
  /// Two people count one thing up, and like it, and replies and pushes overtake each other. No
  /// tap is counted twice on screen, or is not there for a moment: the number never falls.
  func testTheNumberOnScreenNeverFallsWhateverOvertakesWhat() {
    underEverySchedule { simulation in
      let world = RecordWorld(simulation, pushDelay: .milliseconds(50))
      let records = try await world.synced()
      world.server.connect(records.pushes)
      let base = world.server.create("old")
      await records.pushes.propose(base)
      let dice = Dice(seed: 7)
      for send in 1...12 {
        world.server.plan(
          RecordFate(
            losesReply: send % 4 == 0, pushDelay: .milliseconds(10 * dice.roll(12))),
          forSend: send)
      }
      let taps = Task {
        for _ in 1...6 {
          try await records.add(.increment(by: 1), to: base.id)
          try await world.sleep(.milliseconds(10 * dice.roll(10)))
        }
      }
      let others = Task {
        for _ in 1...6 {
          world.server.change(base.id, .increment(by: 1))
          try await world.sleep(.milliseconds(10 * dice.roll(10)))
        }
      }
      try await taps.value
      try await others.value
      try await world.sleep(.seconds(60))
      return (world.shown(\.count), await records.records, world.server.records, world.fileNames)
    } check: { result, place in
      XCTAssertEqual(result.0, result.0.sorted(), place)
      XCTAssertEqual(result.0.last, 12, place)
      XCTAssertEqual(result.1, result.2, place)
      XCTAssertEqual(result.3, [], place)
    }
  }

  func testASwitchNeverFlickersWhileItsRepliesAndPushesRace() {
    underEverySchedule { simulation in
      let world = RecordWorld(simulation, pushDelay: .milliseconds(50))
      let records = try await world.synced()
      world.server.connect(records.pushes)
      let base = world.server.create("old")
      await records.pushes.propose(base)
      try await records.add(.like(true), to: base.id)
      try await records.add(.like(false), to: base.id)
      try await world.sleep(.seconds(10))
      return (world.shown(\.isLiked), world.server.records.map(\.isLiked))
    } check: { result, place in
      XCTAssertEqual(result.0, [false, true, false], place)
      XCTAssertEqual(result.1, [false], place)
    }
  }

  // MARK: The model

  /// Edits at random, most of them before the replies to the earlier ones; each one that was
  /// taken, in order.
  private static func play(
    _ records: SyncedRecords, _ world: RecordWorld, _ dice: Dice
  ) async throws -> [RecordEdit] {
    var edits: [RecordEdit] = []
    var names: [RecordID] = []
    for step in 1...25 {
      let change: RecordChange =
        switch dice.roll(8) {
        case 0, 1: .create(title: "new \(step)", count: step)
        case 2, 3: .rename("name \(step)")
        case 4: .like(dice.roll(2) == 0)
        case 5, 6: .increment(by: dice.roll(9) - 4)
        default: .remove
        }
      let id = change.isCreation || names.isEmpty ? nil : names[dice.roll(names.count)]
      if let edit = try? await records.add(change, to: id) {
        edits.append(edit)
        if change.isCreation { names.append(edit.record) }
      }
      try await world.sleep(.milliseconds(dice.roll(200)))
      if dice.roll(5) == 0 { await records.wake() }
    }
    return edits
  }

  /// What a client without an optimistic layer makes of the same edits: it sends one, waits for
  /// the reply and goes on.
  private static func playPlainly(
    _ edits: [RecordEdit], _ server: FakeRecordServer
  ) async throws {
    let sender = MoodySender(server, Dice(seed: 0), losses: 0)
    var names: [RecordID: RecordID] = [:]
    for edit in edits {
      var sent = edit
      if !edit.change.isCreation, case .temporary = edit.record {
        guard let name = names[edit.record] else { continue }
        sent = RecordEdit(key: edit.key, record: name, change: edit.change)
      }
      let reply = try await sender.send(sent)
      if edit.change.isCreation { names[edit.record] = reply.snapshot?.id }
    }
  }

  func testAfterAllRepliesAllIsAsOnAClientWithoutAnOptimisticLayer() {
    for seed in UInt64(1)...40 {
      for schedule in [Schedule.inOrder, .shuffled(seed)] {
        let simulation = Simulation(schedule: schedule)
        let run = simulation.run { () async throws -> [String] in
          let world = RecordWorld(simulation, pushDelay: .milliseconds(40))
          let dice = Dice(seed: seed)
          for send in 1...100 {
            world.server.plan(
              RecordFate(pushDelay: .milliseconds(dice.roll(120))), forSend: send)
          }
          let records = try await SyncedRecords(
            files: world.disk, sender: MoodySender(world.server, dice, losses: 20),
            clock: simulation.clock,
            retry: RetryPolicy(base: .milliseconds(50), attempts: 2), makeKey: world.makeKey,
            onUpdate: { [updates = world.updates] in updates.add($0) })
          world.server.connect(records.pushes)
          let edits = try await Self.play(records, world, dice)
          for _ in 1...200 where await !records.pendingEdits.isEmpty { await records.send() }
          try await world.sleep(.seconds(10))
          let plain = FakeRecordServer(simulation)
          try await Self.playPlainly(edits, plain)
          var complaints: [String] = []
          if world.server.records != plain.records {
            complaints.append("\(world.server.records)\nplain: \(plain.records)")
          }
          let rows = await records.records
          if rows != plain.records { complaints.append("\(rows)\nplain: \(plain.records)") }
          let bases = await records.sources.compactMap(\.value.record)
          if bases != plain.records { complaints.append("Bases: \(bases)") }
          if !world.fileNames.isEmpty { complaints.append("\(world.fileNames)") }
          for case .failed(let edit, .refused(let reason)) in world.updates.entries
          where reason != "a mood" {
            complaints.append("\(edit) was refused: \(reason)")
          }
          let conflicts = await records.conflicts
          if !conflicts.isEmpty { complaints.append("\(conflicts)") }
          return complaints
        }
        do {
          let complaints = try run.get()
          XCTAssertEqual(complaints, [], "seed \(seed), \(schedule)")
        } catch {
          XCTFail("seed \(seed), \(schedule): \(error)")
        }
      }
    }
  }
}
