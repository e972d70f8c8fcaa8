import Grading
import GradingXCTest
import Simulation
import SuiteParts
import TenCellsOneAvatar
import Vocabulary

/// The promises of *Ten cells, one avatar* on what goes on during a load.
final class MeanwhileTests: GradedTestCase {
  private static let avatar = Photo.key(7)

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
        "cancelledCaller", "a caller that is cancelled harms nobody", .senior, needs: "oneLoad"),
      Lesson(
        trap: "Any leaver cancels the load", "one cell scrolls away and nine lose their picture",
        say: "A load belongs to all who joined it, so one of them may not end it.")
    ) { world in
      let promises = SharedLoadPromises(in: world) { AvatarLoader(load: $0) }
      try await promises.pictureReachesAll(3, but: 0)
    }
  }
}
