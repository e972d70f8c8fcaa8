import Grading
import GradingXCTest
import SimulatedPhone
import Simulation
import SuiteParts
import TenCellsOneAvatar
import Vocabulary

/// The promises of *Ten cells, one avatar* on who shares a load.
final class OneLoadTests: GradedTestCase {
  private static let avatar = Photo.key(7)

  func testOneLoad() throws {
    try grade(
      Check("oneLoad", "ten cells that show one avatar cause one load", .core),
      Lesson(
        trap: "Ten loads for one picture",
        "each cell looked before any had noted that it loads, so each pays for a download",
        say: "Look-up and entry are one step, with no await between them: whoever comes joins.")
    ) { world in
      let loads = PhotoLoads(world)
      let loader = AvatarLoader(load: loads.run)
      let cells = world.cells(0..<10, ask: loader, for: Self.avatar)
      try await world.untilQuiet()
      loads.bytes.open()
      for cell in cells { _ = await cell.result }
      try world.expect(
        "ten cells cause one load", loads.started.count, is: 1, near: "starts a load"
      ) { "\($0) loads of the same picture" }
    }
  }

  func testTenPictures() throws {
    try grade(
      Check("tenPictures", "each of the ten gets the picture", .core),
      Lesson(
        trap: "Only one caller is answered",
        "nine cells keep their placeholder although the picture is there",
        say: "The load belongs to all who joined it: each of them is answered, once.")
    ) { world in
      let loads = PhotoLoads(world)
      let loader = AvatarLoader(load: loads.run)
      let answered = Tally()
      for cell in world.cells(0..<10, ask: loader, for: Self.avatar) {
        Task {
          if let picture = try? await cell.value, Photo.isShown(Self.avatar, by: picture) {
            answered.note()
          }
        }
      }
      try await world.untilQuiet()
      loads.bytes.open()
      try await world.untilQuiet()
      try world.expect("ten cells show the picture", answered.count, is: 10, near: "is there") {
        "\($0) of them do"
      }
    }
  }

  func testTwoSizes() throws {
    try grade(
      Check("twoSizes", "two sizes of one photo are two loads", .core),
      Lesson(
        trap: "Keyed by URL alone", "the viewer shows a blurry thumbnail",
        say: "The key is the URL plus the pixel size.")
    ) { world in
      let loads = PhotoLoads(world)
      let loader = AvatarLoader(load: loads.run)
      let row = world.start("row", "asks for /p/7 @360") {
        try await loader.image(for: Photo.key(7, 360))
      }
      let viewer = world.start("viewer", "asks for /p/7 @1170") {
        try await loader.image(for: Photo.key(7, 1170))
      } answer: {
        "shows \(ShownPicture($0))"
      }
      try await world.untilQuiet()
      loads.bytes.open()
      let sizes = [try await row.value.size.width, try await viewer.value.size.width]
      try world.expect(
        "the row gets 360 px and the viewer 1170 px", sizes, is: [360, 1170], near: "viewer"
      ) { "\($0[0]) px and \($0[1]) px, from one load" }
    }
  }

  func testAddresses() throws {
    try grade(
      Check("addresses", "two addresses are two photos", .core),
      Lesson(
        trap: "Keyed by a part of the address",
        "two hosts, or two versions, have one path, and a cell shows somebody else's photo",
        say: "The whole key is the key: I do not make a text of my own out of it.")
    ) { world in
      let promises = SharedLoadPromises(in: world) { AvatarLoader(load: $0) }
      try await promises.addressesAreApart()
    }
  }

  func testAlternating() throws {
    try grade(
      Check(
        "alternating", "two photos that take turns are two loads", .core, needs: "oneLoad"),
      Lesson(
        trap: "One place for what is in flight",
        "the second photo takes the place of the first, which is then loaded again",
        say: "Work in flight is a table: an entry for each key, whatever else is loaded.")
    ) { world in
      let loads = PhotoLoads(world)
      let loader = AvatarLoader(load: loads.run)
      var cells: [Task<Bitmap, any Error>] = []
      for photo in [7, 8, 7, 8] {
        cells.append(world.cell("cell \(cells.count)", asks: loader, for: Photo.key(photo)))
        try await world.untilQuiet()
      }
      loads.bytes.open()
      for cell in cells { _ = await cell.result }
      try world.expect(
        "four cells that show two photos cause two loads", loads.started.count, is: 2,
        near: "starts a load"
      ) { "\($0) loads" }
    }
  }

  func testJoinsDuringDecode() throws {
    try grade(
      Check("joinsDuringDecode", "who comes during the decode joins as well", .core),
      Lesson(
        trap: "In flight ends with the bytes",
        "a cell that comes while the decode runs downloads the photo again",
        say: "A load is in flight until the picture is there, the decode included.")
    ) { world in
      let loads = PhotoLoads(world)
      loads.decode.close()
      let loader = AvatarLoader(load: loads.run)
      let early = world.cells(0..<1, ask: loader, for: Self.avatar)
      try await world.untilQuiet()
      loads.bytes.open()
      try await world.untilQuiet()
      world.record("the bytes are in, the decode runs", on: "net")
      let late = world.cells(1..<2, ask: loader, for: Self.avatar)
      try await world.untilQuiet()
      loads.decode.open()
      for cell in early + late { _ = await cell.result }
      try world.expect(
        "the second cell joins the load", loads.started.count, is: 1, near: "cell 1"
      ) { "\($0) loads of the same picture" }
    }
  }
}
