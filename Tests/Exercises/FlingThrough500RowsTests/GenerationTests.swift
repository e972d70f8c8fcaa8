import FlingThrough500Rows
import Grading
import GradingXCTest
import SimulatedPhone
import Simulation
import SuiteParts
import Vocabulary

/// The promises of *Fling through 500 rows* on the moment in which the last caller leaves, and on
/// the loads before and after it.
final class GenerationTests: GradedTestCase {
  private static let photo = Photo.key(7)
  private static let countedOut = Lesson(
    trap: "Counted out without having been counted in",
    "a cell that never joined is subtracted, and the load ends for the one that waits",
    say: "Who leaves is looked up by name: one that is not on the list changes nothing.")

  func testCancelledLeavesNone() throws {
    try grade(
      Check(
        "cancelledLeavesNone", "whenever a caller is cancelled, it leaves no load running",
        .senior, needs: "lastStops"),
      Lesson(
        trap: "Cancelled on the way in",
        "the cell is gone before it is on the list, so nobody ever takes it off",
        say: "A cancellation may come before the joining: it has to be seen then as well.")
    ) { world in
      let loads = PhotoLoads(world)
      let loader = ImageLoader(load: loads.run)
      for turns in 0..<8 {
        let name = "cell \(turns)"
        let cell = world.cell(name, asks: loader, for: Photo.key(turns))
        world.reuse(cell, name, afterTurns: turns)
        try await world.untilQuiet()
        try world.expect(
          "no load is left without a caller", loads.running, is: 0, near: "scrolls away"
        ) { "\($0) goes on for nobody" }
        _ = await cell.result
      }
      loads.bytes.open()
      let isShown = await world.cell("next", asks: loader, for: Self.photo).shows(Self.photo)
      try world.expect("the next caller gets its picture", isShown, got: "it gets none")
      loads.bytes.close()
      let waiting = world.cell("waiting", asks: loader, for: Self.photo)
      try await world.untilQuiet()
      world.reuse(world.cell("gone", asks: loader, for: Self.photo), "gone")
      try await world.untilQuiet()
      loads.bytes.open()
      let isWaitingShown = try await world.shows(waiting, Self.photo)
      try world.expect(
        "a cell that waits gets its picture, whoever is gone before it has joined", isWaitingShown,
        got: "it gets none", near: "scrolls away", teaching: Self.countedOut)
    }
  }

  func testCancelledStartsNone() throws {
    try grade(
      Check(
        "cancelledStartsNone", "a caller that is cancelled before it joins starts no load",
        .staff, needs: "cancelledLeavesNone"),
      Lesson(
        trap: "Started only to be stopped",
        "in a fast fling most rows are gone before their task runs, and each costs a start",
        say: "I look whether the caller is still there before I start anything for it.")
    ) { world in
      let loads = PhotoLoads(world)
      let loader = ImageLoader(load: loads.run)
      for number in 0..<5 {
        let cell = world.cell("cell \(number)", asks: loader, for: Photo.key(number))
        world.reuse(cell, "cell \(number)")
      }
      try await world.untilQuiet()
      try world.expect(
        "five rows that are gone already start no load", loads.started.count, is: 0,
        near: "starts a load"
      ) { "\($0) loads" }
      loads.bytes.open()
      let isShown = await world.cell("next", asks: loader, for: Self.photo).shows(Self.photo)
      try world.expect("the next caller gets its picture", isShown, got: "it gets none")
    }
  }

  func testFreshAfterLast() throws {
    try grade(
      Check(
        "freshAfterLast", "who comes after the last one has left starts a fresh load", .senior,
        needs: "lastStops"),
      Lesson(
        trap: "The cancelled load is still on the table",
        "the row that comes back joins a load that was cancelled, and stays empty",
        say: "A load that is cancelled leaves the table in the same step, not when it has ended.")
    ) { world in
      let loads = PhotoLoads(world, isOpen: true)
      loads.decode.close()
      let loader = ImageLoader(load: loads.run)
      let old = world.cell("old", asks: loader, for: Self.photo)
      try await world.untilQuiet()
      world.reuse(old, "old")
      try await world.untilQuiet()
      let new = world.cell("new", asks: loader, for: Self.photo)
      try await world.untilQuiet()
      loads.decode.open()
      for cell in [old, new] { _ = await cell.result }
      let count = loads.started.count
      try world.expect(
        "the new cell has a load of its own, the second", count == 2,
        got: "\(count) in all", near: "asks for")
    }
  }

  func testOneStep() throws {
    try grade(
      Check(
        "oneStep", "who comes while the last one leaves never inherits its cancellation", .senior,
        needs: "freshAfterLast", "leavesOnce"),
      Lesson(
        trap: "Looked first, cancelled a moment later",
        "a cell joins between the look and the act, and its load is cancelled under it",
        say: "Being the last and stopping the load are one step, with no await between them.")
    ) { world in
      // Many keys side by side, so that those who come queue behind those who leave.
      for round in 0..<4 {
        let loads = PhotoLoads(world)
        let loader = ImageLoader(load: loads.run)
        let photos = round * 12..<round * 12 + 12
        let old = photos.map { world.cell("old \($0)", asks: loader, for: Photo.key($0)) }
        try await world.untilQuiet()
        for (photo, cell) in zip(photos, old) { world.reuse(cell, "old \(photo)") }
        let new = photos.map { photo in
          world.cell(
            "new \(photo)", asks: loader, for: Photo.key(photo), afterTurns: photo % (round + 1))
        }
        try await world.untilQuiet()
        // For good, since a loader need not start all of them at once.
        loads.bytes.open()
        for (photo, cell) in zip(photos, new) {
          let isShown = await cell.shows(Photo.key(photo))
          try world.expect(
            "the new cell gets the picture, whenever it comes", isShown,
            got: "it gets the cancellation of the old one", near: "new \(photo)")
        }
        for cell in old { _ = await cell.result }
      }
    }
  }

  func testLoadCancelLoad() throws {
    try grade(
      Check("loadCancelLoad", "load, cancel, load of one key in one turn completes", .senior),
      Lesson(
        trap: "The old cancellation hits the new call",
        "the row scrolls out and in again within a frame, and no picture ever comes",
        say: "A cancellation belongs to one caller, not to a key.")
    ) { world in
      let loads = PhotoLoads(world, isOpen: true)
      let loader = ImageLoader(load: loads.run)
      for round in 0..<3 {
        let first = (0..<6).map { photo in
          world.cell("row \(photo)", asks: loader, for: Photo.key(photo))
        }
        for (photo, cell) in first.enumerated() { world.reuse(cell, "row \(photo)") }
        let second = (0..<6).map { photo in
          world.cell("row \(photo) again", asks: loader, for: Photo.key(photo))
        }
        var shown = 0
        for (photo, cell) in second.enumerated()
        where try await world.shows(cell, Photo.key(photo)) { shown += 1 }
        try world.expect(
          "round \(round + 1): six rows that are back show their pictures", shown, is: 6,
          near: "is cancelled"
        ) { "\($0) of them do" }
        for cell in first { _ = await cell.result }
        try await world.untilQuiet()
      }
    }
  }

  func testOldEnds() throws {
    try grade(
      Check(
        "oldEnds", "the end of an old load does not touch the new one", .senior,
        needs: "freshAfterLast"),
      Lesson(
        trap: "Removed by key",
        "the late end of an old load takes the entry of the new one away, or answers for it",
        say: "A load removes its own entry: I compare which load it is, not only the key.")
    ) { world in
      try await Self.expectOldEnds(with: PhotoLoads.NoConnection(), world)
      try await Self.expectOldEnds(with: CancellationError(), world)
    }
  }

  private static func expectOldEnds(with error: any Error, _ world: World) async throws {
    let gates = [world.gate("old bytes"), world.gate("new bytes")]
    let started = Tally()
    let loader = ImageLoader { key in
      let isOld = started.count == 0
      started.note()
      world.record(isOld ? "starts the old load" : "starts a new load", on: "net")
      // Deaf to cancellation: both go on to their end.
      await Task { try? await gates[isOld ? 0 : 1].pass() }.value
      world.record(isOld ? "the old load fails" : "a new load is there", on: "net")
      if isOld { throw error }
      return Photo.picture(of: key)
    }
    let old = world.cell("old", asks: loader, for: photo)
    try await world.untilQuiet()
    world.reuse(old, "old")
    try await world.untilQuiet()
    let new = world.cell("new", asks: loader, for: photo)
    try await world.untilQuiet()
    gates[0].open()
    try await world.untilQuiet()
    let third = world.cell("third", asks: loader, for: photo)
    try await world.untilQuiet()
    gates[1].open()
    var shown = 0
    for cell in [new, third] where try await world.shows(cell, photo) { shown += 1 }
    try world.expect(
      "the two cells share the new load and get its picture", [shown, started.count],
      is: [2, 2], near: "the old load fails"
    ) { "\($0[0]) of them get it, after \($0[1]) loads in all" }
    _ = await old.result
  }

  func testLateLeave() throws {
    try grade(
      Check(
        "lateLeave", "who is cancelled as its load ends takes nobody else along", .senior,
        needs: "lastStops", "oneStep"),
      Lesson(
        trap: "The old caller leaves the new load",
        "a leave that comes late finds another load under its key, and stops it for its caller",
        say: "A caller leaves the load that it joined, and no other of the same key.")
    ) { world in
      let bytes = world.gate("bytes")
      let loader = ImageLoader { key in
        world.record("starts a load of \(key)", on: "net")
        try await bytes.pass()
        world.record("\(key) is there", on: "net")
        return Photo.picture(of: key)
      }
      for turns in 0..<49 {
        let key = Photo.key(turns)
        let old = world.cell("old", asks: loader, for: key)
        try await world.untilQuiet()
        bytes.release()
        world.reuse(old, "old", afterTurns: turns / 7)
        let new = world.cell("new", asks: loader, for: key, afterTurns: turns % 7)
        try await world.untilQuiet()
        bytes.release()
        let isShown = try await world.shows(new, key)
        try world.expect(
          "the new cell gets the picture, whenever both come", isShown, got: "it gets none",
          near: "asks for")
        _ = await old.result
      }
    }
  }
}
