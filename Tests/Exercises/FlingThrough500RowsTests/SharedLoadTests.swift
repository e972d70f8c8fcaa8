import FlingThrough500Rows
import Foundation
import Grading
import GradingXCTest
import SimulatedPhone
import Simulation
import SuiteParts
import Vocabulary

/// The promises of *Fling through 500 rows* on callers that leave a load which they share.
final class SharedLoadTests: GradedTestCase {
  private static let photo = Photo.key(7)

  private static func promises(in world: World) -> SharedLoadPromises {
    SharedLoadPromises(in: world) { ImageLoader(load: $0) }
  }

  func testLeaverReturns() throws {
    try grade(
      Check("leaverReturns", "who is cancelled returns, at once or when the load ends", .core),
      Lesson(
        trap: "The leaver is taken off the list and never answered",
        "the task of each cell that was ever reused waits for ever",
        say: "Each call ends once, with a picture or an error, also that of a caller who left.")
    ) { world in
      let loads = PhotoLoads(world)
      let loader = ImageLoader(load: loads.run)
      let returned = Tally()
      let cells = (0..<3).map { number in
        world.start("cell \(number)", "asks for \(Self.photo)") {
          defer { returned.note(number) }
          _ = try await loader.image(for: Self.photo)
        }
      }
      try await world.untilQuiet()
      world.record("scrolls away", on: "cell 1")
      cells[1].cancel()
      try await world.untilQuiet()
      loads.bytes.open()
      try await world.untilQuiet()
      try world.expect(
        "the load is over, and all three have returned", returned.numbers.sorted(),
        is: [0, 1, 2], near: "scrolls away"
      ) { $0.contains(1) ? "somebody waits for ever" : "the one who left waits for ever" }
      let isShown = await world.cell("next", asks: loader, for: Self.photo).shows(Self.photo)
      try world.expect("the next caller gets its picture", isShown, got: "it gets none")
    }
  }

  func testTwoStay() throws {
    try grade(
      Check(
        "twoStay", "three share a load, one leaves, two get the picture", .core,
        needs: "leaverReturns"),
      Lesson(
        trap: "Any leaver cancels the load",
        "one cell scrolls away and the others lose their picture",
        say: "A load belongs to all who joined it, so one of them cannot end it.")
    ) { world in
      try await Self.promises(in: world).pictureReachesAll(3, but: 1)
    }
  }

  func testLastStops() throws {
    try grade(
      Check(
        "lastStops", "when the last one leaves, the network stops", .core, needs: "leavesOnce"),
      Lesson(
        trap: "Nobody stops the load", "the network is busy with pictures that nobody will see",
        say: "When the last caller leaves, the load is cancelled down to the transport.")
    ) { world in
      let reply = ScriptedReply.ok(Data(count: 100_000)).after(.milliseconds(20))
        .paced(bytesPerSecond: 500_000).chunked(by: 2_500)
      let transport = FakeTransport(
        world.simulation, answering: Script().answering("/p/7", with: reply))
      let loader = ImageLoader { key in
        let response = try await transport.send(TransportRequest(url: key.url))
        for try await _ in response.body {}
        try Task.checkCancellation()
        return Photo.picture(of: key)
      }
      let cells = world.cells(0..<3, ask: loader, for: Self.photo)
      try await world.clock.sleep(for: .milliseconds(61))
      world.reuse(cells[0], "cell 0")
      world.reuse(cells[2], "cell 2")
      try await world.clock.sleep(for: .milliseconds(10))
      world.reuse(cells[1], "cell 1")
      let moment = world.clock.now
      try await world.untilQuiet()
      let bytes = transport.log.totalBytes
      try await world.clock.sleep(for: .seconds(1))
      let later = transport.log.totalBytes - bytes
      try world.expect(
        "no byte comes after the last one has left", later, is: 0, near: "scrolls away"
      ) { "\($0) bytes more" }
      let ends = transport.log.records.map { $0.outcome == .stopped && $0.end == moment }
      try world.expect(
        "the one transfer is told to stop in that moment", ends, is: [true], near: "scrolls away"
      ) { "\($0.count) transfers, \($0.filter { $0 }.count) of them stopped then" }
      for cell in cells { _ = await cell.result }
    }
  }

  func testLeavesOnce() throws {
    try grade(
      Check("leavesOnce", "leaving twice removes one caller", .core, needs: "twoStay"),
      Lesson(
        trap: "A number instead of names",
        "one cell is counted out twice, and the load ends for the one that waits",
        say: "Each caller has an identity; taking it off the list a second time does nothing.")
    ) { world in
      let loads = PhotoLoads(world)
      let loader = ImageLoader(load: loads.run)
      let cells = world.cells(0..<2, ask: loader, for: Self.photo)
      try await world.untilQuiet()
      world.reuse(cells[0], "cell 0")
      world.reuse(cells[0], "cell 0")
      try await world.untilQuiet()
      world.reuse(cells[0], "cell 0")
      try await world.untilQuiet()
      loads.bytes.open()
      let isShown = await cells[1].shows(Self.photo)
      try world.expect(
        "the other cell shows the picture, from the one load", isShown && loads.started.count == 1,
        got: isShown ? "\(loads.started.count) loads" : "it gets none, though it never left",
        near: "scrolls away")
      _ = await cells[0].result
    }
  }

  func testFailureReachesAll() throws {
    try grade(
      Check("failureReachesAll", "a failure reaches all who wait", .core, needs: "twoStay"),
      Lesson(
        trap: "One caller's failure",
        "the others wait for ever, or start the storm that the shared load was to prevent",
        say: "All who are on the list share the outcome, whether it is a picture or an error.")
    ) { world in
      try await Self.promises(in: world).failureReachesAll(4, but: 1)
    }
  }

  func testFreshAfterFailure() throws {
    try grade(
      Check("freshAfterFailure", "after a failure the next call loads again", .core),
      Lesson(
        trap: "The failure is remembered",
        "one lost connection, and the photo cannot be shown again",
        say: "A load that is over leaves nothing behind, however it ended.")
    ) { world in
      try await Self.promises(in: world).freshAfterFailure()
    }
  }

  func testRetryAtOnce() throws {
    try grade(
      Check(
        "retryAtOnce", "who has the error and asks again gets a new load", .staff,
        needs: "failureReachesAll", "freshAfterFailure", "oneStep"),
      Lesson(
        trap: "Answered before the entry is gone",
        "a row asks again as soon as it has the error, and is given the same error once more",
        say: "The load takes its entry away before anybody hears of its outcome.")
    ) { world in
      try await Self.promises(in: world).freshAtOnceAfterFailure()
    }
  }

  func testOwnCancellation() throws {
    try grade(
      Check(
        "ownCancellation", "a load that is cancelled from below has failed", .senior,
        needs: "failureReachesAll", "freshAfterFailure"),
      Lesson(
        trap: "A cancellation that nobody asked for",
        "an invalidated session ends the load with one, and it is taken for that of a caller",
        say: "Whether I was cancelled I ask my own task; a load's error is a load's error.")
    ) { world in
      try await Self.promises(in: world).ownCancellationIsAFailure(2)
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
      try await Self.promises(in: world).addressesAreApart()
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
      try await Self.promises(in: world).freshAfterSuccess()
    }
  }

  func testReleases() throws {
    try grade(
      Check(
        "releases", "the loader keeps no picture when its load is over", .core,
        needs: "leavesOnce"),
      Lesson(
        trap: "A finished load holds its picture",
        "memory grows with each photo that was ever loaded",
        say: "Decoded pictures are held by the memory tier, in bytes, and by nobody else.")
    ) { world in
      try await Self.promises(in: world).releases(2, but: 0)
      try await Self.expectNothingOfALoadThatWasLeft(world)
    }
  }

  /// The load is left by all, and brings its picture all the same.
  private static func expectNothingOfALoadThatWasLeft(_ world: World) async throws {
    let decode = world.gate("decode")
    let held = WeakPicture()
    let loader = ImageLoader { key in
      world.record("starts a load of \(key)", on: "net")
      // In a task of its own, which hears nothing of the cancellation.
      await Task { try? await decode.pass() }.value
      let picture = Photo.picture(of: key)
      held.note(picture)
      world.record("\(key) is there", on: "net")
      return picture
    }
    let cell = world.start("only cell", "asks for \(photo)") {
      _ = try await loader.image(for: photo)
    }
    try await world.untilQuiet()
    world.reuse(cell, "only cell")
    try await world.untilQuiet()
    decode.open()
    _ = await cell.result
    try await world.untilQuiet()
    try world.expect(
      "a picture that comes when all have left is not kept", !held.isAlive,
      got: "the loader holds it still", near: "is there")
    withExtendedLifetime(loader) {}
  }
}
