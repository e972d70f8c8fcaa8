import Grading
import GradingXCTest
import SimulatedPhone
import Simulation
import TenCellsOneAvatar
import Vocabulary

/// The promises of *Ten cells, one avatar*.
final class TenCellsOneAvatarTests: GradedTestCase {
  private static let avatar = Photo.key(7)

  /// Starts callers for a key, one cell each.
  @discardableResult
  private static func cells(
    _ cells: Range<Int>, asking loader: AvatarLoader, for key: ImageKey = avatar, in world: World
  ) -> [Task<Bitmap, any Error>] {
    cells.map { cell in
      world.start("cell \(cell)", "asks for \(key)") {
        try await loader.image(for: key)
      } answer: {
        "shows \(ShownPicture($0))"
      }
    }
  }

  // MARK: Core

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
      let cells = Self.cells(0..<10, asking: loader, in: world)
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
      for cell in Self.cells(0..<10, asking: loader, in: world) {
        Task {
          if let picture = try? await cell.value, Photo.isShown(Self.avatar, by: picture) {
            answered.add()
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
      let early = Self.cells(0..<1, asking: loader, in: world)
      try await world.untilQuiet()
      loads.bytes.open()
      try await world.untilQuiet()
      world.record("the bytes are in, the decode runs", on: "net")
      let late = Self.cells(1..<2, asking: loader, in: world)
      try await world.untilQuiet()
      loads.decode.open()
      for cell in early + late { _ = await cell.result }
      try world.expect(
        "the second cell joins the load", loads.started.count, is: 1, near: "cell 1"
      ) { "\($0) loads of the same picture" }
    }
  }

  func testFailureReachesAll() throws {
    try grade(
      Check("failureReachesAll", "a failure reaches all ten", .core, needs: "oneLoad"),
      Lesson(
        trap: "One caller's failure, nine callers' luck",
        "the others wait for ever, or start the storm that the shared load was to prevent",
        say: "All who joined share the outcome, whether it is a picture or an error.")
    ) { world in
      let loads = PhotoLoads(world)
      loads.failNext(1)
      let loader = AvatarLoader(load: loads.run)
      let cells = Self.cells(0..<10, asking: loader, in: world)
      try await world.untilQuiet()
      loads.bytes.open()
      var failures = 0
      for cell in cells {
        if case .failure(let error) = await cell.result, error is PhotoLoads.NoConnection {
          failures += 1
        }
      }
      try world.expect("the error reaches ten cells", failures, is: 10, near: "fails") {
        "it reaches \($0), after \(loads.started.count) loads"
      }
    }
  }

  func testFailureIsForgotten() throws {
    try grade(
      Check("failureIsForgotten", "after a failure the next call loads again", .core),
      Lesson(
        trap: "The failure is remembered",
        "one lost connection, and the photo cannot be shown again",
        say: "A load that is over leaves nothing behind, however it ended.")
    ) { world in
      let loads = PhotoLoads(world, isOpen: true)
      loads.failNext(1)
      let loader = AvatarLoader(load: loads.run)
      for cell in Self.cells(0..<1, asking: loader, in: world) { _ = await cell.result }
      try await world.untilQuiet()
      let again = Self.cells(1..<2, asking: loader, in: world)
      var isShown = false
      for cell in again {
        if let picture = try? await cell.value { isShown = Photo.isShown(Self.avatar, by: picture) }
      }
      try world.expect(
        "the next call loads again and gets the picture",
        isShown && loads.started.count == 2,
        got: isShown
          ? "\(loads.started.count) loads" : "it gets the old failure, or no picture",
        near: "cell 1")
    }
  }

  func testFreshAfterSuccess() throws {
    try grade(
      Check("freshAfterSuccess", "after success nothing stays in flight", .core),
      Lesson(
        trap: "The table has become a cache",
        "it has no budget, and nobody can make it let go",
        say: "Work in flight and a cache are two things: the cache stands in front, with a budget.")
    ) { world in
      let loads = PhotoLoads(world, isOpen: true)
      let loader = AvatarLoader(load: loads.run)
      for cell in 0..<3 {
        for task in Self.cells(cell..<cell + 1, asking: loader, in: world) {
          _ = await task.result
        }
        try await world.untilQuiet()
      }
      try world.expect(
        "three calls, one after the other, are three loads", loads.started.count, is: 3
      ) { "\($0) loads" }
    }
  }

  func testReleases() throws {
    try grade(
      Check("releases", "the loader keeps no picture that it has handed over", .core),
      Lesson(
        trap: "A finished task holds its picture",
        "memory grows with each photo that was ever loaded",
        say: "Decoded pictures are held by the memory tier, in bytes, and by nobody else.")
    ) { world in
      let loads = PhotoLoads(world, isOpen: true)
      let loader = AvatarLoader(load: loads.run)
      let held = WeakPicture()
      let cell = world.start("cell", "asks for \(Self.avatar)") {
        held.note(try await loader.image(for: Self.avatar))
      } answer: {
        "has shown its picture"
      }
      _ = await cell.result
      try await world.untilQuiet()
      try world.expect("the cell gets its picture", held.wasNoted, got: "it gets none")
      try world.expect(
        "the picture ends with the cell that showed it", !held.isAlive,
        got: "the loader holds it still", near: "has shown")
      withExtendedLifetime(loader) {}
    }
  }

  // MARK: Senior

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
      let slow = Self.cells(0..<1, asking: loader, in: world)
      try await world.untilQuiet()
      let shown = Tally()
      world.start("cell 1", "asks for \(Photo.key(8))") {
        _ = try await loader.image(for: Photo.key(8))
        shown.add()
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
      let loads = PhotoLoads(world)
      let loader = AvatarLoader(load: loads.run)
      let cells = Self.cells(0..<3, asking: loader, in: world)
      try await world.untilQuiet()
      world.record("cell 0 scrolls away", on: "cell 0")
      cells[0].cancel()
      try await world.untilQuiet()
      loads.bytes.open()
      var shown = 0
      for cell in cells.dropFirst() where (try? await cell.value) != nil { shown += 1 }
      _ = await cells[0].result
      try world.expect(
        "the other two show the picture, from the one load", [shown, loads.started.count],
        is: [2, 1], near: "scrolls away"
      ) { "\($0[0]) of them do, after \($0[1]) loads" }
    }
  }

  // MARK: Staff

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
      let first = Self.cells(0..<1, asking: loader, in: world)
      try await world.untilQuiet()
      loads.bytes.open()
      let answered = Tally()
      for cell in 1..<8 {
        world.start("cell \(cell)", "asks for \(Self.avatar)") {
          for _ in 0..<cell { await Task.yield() }
          _ = try await loader.image(for: Self.avatar)
          answered.add()
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

  func testLinear() throws {
    try grade(
      Check("linear", "the cost of many keys is linear in their number", .staff),
      Lesson(
        trap: "Searched from the front",
        "each caller looks at all that is in flight before its own",
        say: "Look-up, entry and removal take constant time, however much is in flight."),
      seeds: 0
    ) { world in
      let shown = Tally()
      let growth = try await Growth.measured(from: 300, by: 8) { count in
        let gate = world.gate("bytes")
        let loader = AvatarLoader { key in
          try await gate.pass()
          return Photo.picture(of: key)
        }
        let cells = (0..<count).map { cell in
          Task {
            _ = try await loader.image(for: Photo.key(cell))
            shown.add()
          }
        }
        try await world.untilQuiet()
        gate.open()
        for cell in cells { _ = await cell.result }
      }
      try world.expect("all keys are loaded", shown.count, is: 3 * 9 * 300)
      try world.expect(
        "eight times as many keys cost about eight times as much", growth < 24,
        got: "they cost \(Int(growth.rounded())) times as much")
    }
  }
}
