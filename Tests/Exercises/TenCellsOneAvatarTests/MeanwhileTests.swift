import Grading
import GradingXCTest
import Simulation
import SuiteParts
import TenCellsOneAvatar
import Vocabulary

/// The promises of *Ten cells, one avatar* on what goes on during a load.
final class MeanwhileTests: GradedTestCase {
  private static let avatar = Photo.key(7)

  private static func promises(in world: World) -> SharedLoadPromises {
    SharedLoadPromises(in: world) { AvatarLoader(load: $0) }
  }

  func testOthersGoOn() throws {
    try grade(
      Check("othersGoOn", "other photos are loaded meanwhile", .senior),
      Lesson(
        trap: "Everything waits behind one load", "one slow avatar holds up the whole screen",
        say: "The load runs outside the actor: a key waits for its own load only.")
    ) { world in
      let loads = PhotoLoads(world)
      let quick = world.gate("quick", isOpen: true)
      let loader = AvatarLoader { key in
        if key == Self.avatar { return try await loads.run(key) }
        world.record("starts a load of \(key)", on: "net")
        try await quick.pass()
        return Photo.picture(of: key)
      }
      let slow = world.cells(0..<1, ask: loader, for: Self.avatar)
      try await world.untilQuiet()
      let shown = Tally()
      world.start("cell 1", "asks for \(Photo.key(8))") {
        _ = try await loader.image(for: Photo.key(8))
        shown.note()
      } answer: {
        "shows photo 8"
      }
      try await world.untilQuiet()
      let isShown = shown.count == 1
      loads.bytes.open()
      for cell in slow { _ = await cell.result }
      try await world.untilQuiet()
      try world.expect(
        "photo 8 is shown while photo 7 is on its way", isShown,
        got: "photo 8 waits until photo 7 is there", near: "/p/8")
    }
  }

  func testCancelledCaller() throws {
    try grade(
      Check(
        "cancelledCaller", "a caller that has joined and is cancelled harms nobody", .senior,
        needs: "oneLoad"),
      Lesson(
        trap: "Any leaver cancels the load",
        "one cell scrolls away and the others lose their picture",
        say: "A load belongs to all who joined it, so one of them may not end it.")
    ) { world in
      try await Self.promises(in: world).pictureReachesAll(3, but: 1)
    }
  }

  func testCancelledStarter() throws {
    try grade(
      Check(
        "cancelledStarter", "a caller that started the load and is cancelled harms nobody",
        .senior, needs: "oneLoad"),
      Lesson(
        trap: "The load ends with who started it",
        "the first cell scrolls away and the others lose their picture",
        say: "A load belongs to all who joined it, and not to the one who came first.")
    ) { world in
      try await Self.promises(in: world).pictureReachesAll(3, but: 0)
    }
  }

  func testAfterTheLast() throws {
    try grade(
      Check(
        "afterTheLast", "who comes when all others have left gets the picture", .senior,
        needs: "cancelledCaller", "cancelledStarter"),
      Lesson(
        trap: "A stopped load can still be joined",
        "the row that comes back joins a load that was cancelled, and stays empty",
        say: "Whoever stops a load takes it off the table in the same step, or lets it run.")
    ) { world in
      let loads = PhotoLoads(world, isOpen: true)
      loads.decode.close()
      let loader = AvatarLoader(load: loads.run)
      let old = world.cell("old", asks: loader, for: Self.avatar)
      try await world.untilQuiet()
      world.reuse(old, "old")
      try await world.untilQuiet()
      let new = world.cell("new", asks: loader, for: Self.avatar)
      try await world.untilQuiet()
      loads.decode.open()
      let isShown = await new.shows(Self.avatar)
      try world.expect(
        "the new cell gets the picture", isShown, got: "it gets none, though it never left",
        near: "new")
      _ = await old.result
      try await Self.cancelledBeforeItAsks(world)
    }
  }

  /// A cell that is cancelled before it has asked leaves nothing behind that others could join.
  private static func cancelledBeforeItAsks(_ world: World) async throws {
    let loads = PhotoLoads(world)
    let loader = AvatarLoader(load: loads.run)
    let gone = world.cell("gone", asks: loader, for: avatar)
    world.reuse(gone, "gone")
    try await world.untilQuiet()
    let next = world.cell("next", asks: loader, for: avatar)
    try await world.untilQuiet()
    loads.bytes.open()
    let isShown = try await world.shows(next, avatar)
    try world.expect(
      "who comes after one that was cancelled before it asked gets the picture", isShown,
      got: "it gets none, or waits for ever", near: "next")
    _ = await gone.result
  }
}
