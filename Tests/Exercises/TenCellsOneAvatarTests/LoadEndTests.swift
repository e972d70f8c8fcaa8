import Grading
import GradingXCTest
import Simulation
import SuiteParts
import TenCellsOneAvatar
import Vocabulary

/// The promises of *Ten cells, one avatar* on the moment in which a load ends.
final class LoadEndTests: GradedTestCase {
  private static let avatar = Photo.key(7)

  func testLateCaller() throws {
    try grade(
      Check("lateCaller", "who comes in the turn in which a load ends gets an answer", .staff),
      Lesson(
        trap: "A list that has been read already",
        "the late cell joins a load that is over, and waits for ever",
        say: "Taking the entry away and answering its callers are one step.")
    ) { world in
      let loads = PhotoLoads(world)
      let loader = AvatarLoader(load: loads.run)
      let first = world.cells(0..<1, ask: loader, for: Self.avatar)
      try await world.untilQuiet()
      loads.bytes.open()
      let answered = Tally()
      for cell in 1..<8 {
        world.start("cell \(cell)", "asks for \(Self.avatar)") {
          for _ in 0..<cell { await Task.yield() }
          _ = try await loader.image(for: Self.avatar)
          answered.note()
        } answer: {
          "has its picture"
        }
      }
      for cell in first { _ = await cell.result }
      try await world.untilQuiet()
      try world.expect("all seven late cells are answered", answered.count, is: 7, near: "is there")
      { "\(7 - $0) of them wait for ever" }
    }
  }

  func testNeverTwoAtOnce() throws {
    try grade(
      Check(
        "neverTwoAtOnce", "one key never has two loads at a time", .staff, needs: "oneLoad",
        "lateCaller"),
      Lesson(
        trap: "Removed by key, by everyone",
        "a caller of the old load takes away the entry of the new one, and a third load starts",
        say: "An entry is removed once, by whoever owns it.")
    ) { world in
      let loads = PhotoLoads(world)
      let loader = AvatarLoader(load: loads.run)
      // Each cell asks again as soon as it has its picture, while others still wait for theirs.
      let cells = (0..<10).map { cell in
        world.start("cell \(cell)", "asks for \(Self.avatar), and once more") {
          _ = try await loader.image(for: Self.avatar)
          world.record("asks again")
          return try await loader.image(for: Self.avatar)
        }
      }
      try await world.untilQuiet()
      loads.bytes.release(1)
      try await world.untilQuiet()
      loads.bytes.open()
      for cell in cells { _ = await cell.result }
      try world.expect(
        "one load of the avatar at a time", loads.mostAtOnce <= 1,
        got: "\(loads.mostAtOnce) at the same time", near: "starts a load")
    }
  }

  func testRetryAtOnce() throws {
    try grade(
      Check(
        "retryAtOnce", "who has the error and asks again gets a new load", .staff,
        needs: "failureReachesAll", "failureIsForgotten", "lateCaller"),
      Lesson(
        trap: "Answered before the entry is gone",
        "a cell asks again as soon as it has the error, and is given the same error once more",
        say: "The load takes its entry away before anybody hears of its outcome.")
    ) { world in
      let promises = SharedLoadPromises(in: world) { AvatarLoader(load: $0) }
      try await promises.freshAtOnceAfterFailure()
    }
  }

  func testLateLeave() throws {
    try grade(
      Check(
        "lateLeave", "who is cancelled as its load ends takes nobody else along", .staff,
        needs: "lateCaller", "afterTheLast"),
      Lesson(
        trap: "The old caller leaves the new load",
        "a leave that comes late finds another caller in its place, and answers that one",
        say: "A caller has a number that no other ever gets, and leaves the load that it joined.")
    ) { world in
      let loads = PhotoLoads(world)
      let loader = AvatarLoader(load: loads.run)
      for turns in 0..<49 {
        let key = Photo.key(turns)
        let old = world.cell("old", asks: loader, for: key)
        try await world.untilQuiet()
        loads.bytes.release()
        world.reuse(old, "old", afterTurns: turns / 7)
        let new = world.cell("new", asks: loader, for: key, afterTurns: turns % 7)
        try await world.untilQuiet()
        loads.bytes.release()
        let isShown = try await world.shows(new, key)
        try world.expect(
          "the new cell gets the picture, whenever both come", isShown, got: "it gets none",
          near: "asks for")
        _ = await old.result
      }
    }
  }
}
