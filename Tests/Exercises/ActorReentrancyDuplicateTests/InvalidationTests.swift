import ActorReentrancyDuplicate
import Foundation
import Grading
import GradingXCTest
import Simulation
import SuiteParts
import Vocabulary

/// The promises of *Actor re-entrancy* about invalidations.
final class InvalidationTests: GradedTestCase {
  private static let photo = Photo.url(7)

  /// Invalidates, and waits until that has had its effect.
  private static func invalidate(_ cache: DownloadCache, in world: World) async throws {
    world.start("owner", "invalidates \(photo.path)") {
      await cache.invalidate(photo)
    } answer: {
      "knows it done"
    }
    try await world.untilQuiet()
  }

  func testInvalidation() throws {
    try grade(
      Check("invalidation", "an invalidation during a download wins over the late store", .senior),
      Lesson(
        trap: "What was true before the await",
        "the old bytes come back after they were withdrawn, and stay",
        say: "After each await I read the state again: is this entry still mine?")
    ) { world in
      let downloads = Downloads(world)
      let cache = DownloadCache(download: downloads.run)
      _ = Caller("early", asks: cache, for: Self.photo, in: world)
      try await world.untilQuiet()
      try await Self.invalidate(cache, in: world)
      downloads.releaseAll()
      try await world.untilQuiet()
      let late = Caller("late", asks: cache, for: Self.photo, in: world)
      try await world.untilQuiet()
      try world.expect(
        "who asks after the invalidation gets bytes of a new download", (late.download ?? 0) >= 2,
        got: "it \(late.told)", near: "late")
      let before = downloads.count
      try await Self.invalidate(cache, in: world)
      let last = Caller("last", asks: cache, for: Self.photo, in: world)
      try await world.untilQuiet()
      try world.expect(
        "so does who asks after the next one", (last.download ?? 0) > before,
        got: "it \(last.told)", near: "last")
    }
  }

  func testEarlyCallers() throws {
    try grade(
      Check(
        "earlyCallers", "who asked before an invalidation gets bytes all the same", .senior,
        needs: "secondCaller"),
      Lesson(
        trap: "Invalidated is not cancelled",
        "an invalidation is about what is kept, and those who wait lose their picture to it",
        say: "An invalidation forgets the entry; the download goes on for those who joined it.")
    ) { world in
      let downloads = Downloads(world)
      let cache = DownloadCache(download: downloads.run)
      var callers: [Caller] = []
      for number in 1...2 {
        callers.append(Caller("caller \(number)", asks: cache, for: Self.photo, in: world))
        try await world.untilQuiet()
      }
      try await Self.invalidate(cache, in: world)
      downloads.releaseAll()
      try await world.untilQuiet()
      try world.expect(
        "both get bytes, old or new", callers.allSatisfy { $0.download != nil },
        got: callers.told { $0.download != nil }, near: "invalidates")
    }
  }

  func testAskedAfterwards() throws {
    try grade(
      Check(
        "askedAfterwards", "who asks after an invalidation does not join the old download", .senior,
        needs: "secondCaller"),
      Lesson(
        trap: "Not kept, and handed out all the same",
        "the old download is still in the table, so who asks now is given what was withdrawn",
        say: "An invalidation takes the entry out at once; the next caller starts afresh.")
    ) { world in
      let downloads = Downloads(world)
      let cache = DownloadCache(download: downloads.run)
      _ = Caller("early", asks: cache, for: Self.photo, in: world)
      try await world.untilQuiet()
      try await Self.invalidate(cache, in: world)
      let late = Caller("late", asks: cache, for: Self.photo, in: world)
      try await world.untilQuiet()
      downloads.releaseAll()
      try await world.untilQuiet()
      try world.expect(
        "who asks after the invalidation gets bytes of a new download", (late.download ?? 0) >= 2,
        got: "it \(late.told)", near: "late")
    }
  }

  func testAnotherInvalidated() throws {
    try grade(
      Check(
        "anotherInvalidated", "an invalidation of another photo changes nothing", .senior,
        needs: "kept"),
      Lesson(
        trap: "One generation for all",
        "whatever is invalidated on the way, of whichever photo, keeps the bytes from being kept",
        say: "After the await I ask whether this URL was invalidated, not whether anything was.")
    ) { world in
      let downloads = Downloads(world)
      let cache = DownloadCache(download: downloads.run)
      let first = Caller("caller 1", asks: cache, for: Self.photo, in: world)
      try await world.untilQuiet()
      world.start("owner", "invalidates /p/8") { await cache.invalidate(Photo.url(8)) }
      try await world.untilQuiet()
      downloads.releaseAll()
      try await world.untilQuiet()
      let second = Caller("caller 2", asks: cache, for: Self.photo, in: world)
      try await world.untilQuiet()
      try world.expect(
        "bytes are kept although another photo was invalidated on the way", downloads.count,
        is: 1, near: "begins"
      ) { "\($0) downloads" }
      try world.expect(
        "both have them", [first, second].allSatisfy { $0.download == 1 },
        got: [first, second].told { $0.download == 1 })
    }
  }

  func testOldGeneration() throws {
    try grade(
      Check(
        "oldGeneration", "an old download that ends leaves the new one alone", .staff,
        needs: "askedAfterwards", "invalidation"),
      Lesson(
        trap: "Removed by key",
        "the old download clears the entry of the new one, and a third begins",
        say: "An entry is changed by its owner only: I compare identities, not keys.")
    ) { world in
      for isOldFirst in [true, false] {
        for fails in [false, true] {
          try await Self.endBoth(isOldFirst: isOldFirst, fails: fails, in: world)
        }
      }
    }
  }

  private static func endBoth(isOldFirst: Bool, fails: Bool, in world: World) async throws {
    world.record("a fresh cache", on: "suite")
    let downloads = Downloads(world)
    if fails { downloads.fail(1) }
    let cache = DownloadCache(download: downloads.run)
    _ = Caller("early", asks: cache, for: photo, in: world)
    try await world.untilQuiet()
    try await invalidate(cache, in: world)
    var callers = [Caller("late", asks: cache, for: photo, in: world)]
    try await world.untilQuiet()
    // An answer may let the new download wait until the old one is over.
    downloads.release(isOldFirst || downloads.count == 1 ? 1 : 2)
    try await world.untilQuiet()
    callers.append(Caller("later", asks: cache, for: photo, in: world))
    try await world.untilQuiet()
    downloads.releaseAll()
    try await world.untilQuiet()
    callers.append(Caller("latest", asks: cache, for: photo, in: world))
    try await world.untilQuiet()
    let end = "\(isOldFirst ? "before" : "after") the new one\(fails ? ", by an error" : "")"
    try world.expect(
      "all three share download 2, where the old one ends \(end)",
      downloads.count == 2 && callers.allSatisfy { $0.download == 2 },
      got: callers.allSatisfy { $0.download == 2 }
        ? "\(downloads.count) downloads" : callers.told { $0.download == 2 },
      near: downloads.count > 2 ? "download 3" : "lat")
  }

  func testInvalidatedAsItEnds() throws {
    try grade(
      Check(
        "invalidatedAsItEnds", "so does one in the turn in which the download ends", .staff,
        needs: "invalidation"),
      Lesson(
        trap: "An await between the look and the store",
        "the entry was still its own when the download looked, and was withdrawn before it stored",
        say: "To compare and to store is one step: what has to be awaited comes before or after.")
    ) { world in
      for turns in 0..<12 { try await Self.invalidateAsItEnds(turns, in: world) }
    }
  }

  /// Invalidates so many turns after the download was let through.
  private static func invalidateAsItEnds(_ turns: Int, in world: World) async throws {
    world.record("a fresh cache", on: "suite")
    let downloads = Downloads(world)
    let cache = DownloadCache(download: downloads.run)
    _ = Caller("early", asks: cache, for: photo, in: world)
    try await world.untilQuiet()
    downloads.releaseAll()
    world.start("owner", "comes") {
      for _ in 0..<turns { await Task.yield() }
      world.record("invalidates \(photo.path)")
      await cache.invalidate(photo)
    } answer: {
      "knows it done"
    }
    try await world.untilQuiet()
    let late = Caller("late", asks: cache, for: photo, in: world)
    try await world.untilQuiet()
    try world.expect(
      "who asks after the invalidation gets bytes of a new download", (late.download ?? 0) >= 2,
      got: "it \(late.told)", near: "late")
  }

  func testReleases() throws {
    try grade(
      Check(
        "releases", "bytes that were invalidated are let go", .staff, needs: "invalidation"),
      Lesson(
        trap: "Out of reach, and still held",
        "a finished task holds its result as long as anybody holds the task",
        say: "When the last caller has its bytes, nothing of an old entry is left.")
    ) { world in
      let (gate, tracked) = (world.gate("download"), TrackedBytes())
      let cache = DownloadCache { url in
        world.record("a download of \(url.path) begins", on: "net")
        try await gate.pass()
        return tracked.make()
      }
      try await Self.askForTracked(cache, in: world)
      gate.open()
      try await world.untilQuiet()
      try world.expect(
        "the caller has its bytes", tracked.count == 1, got: "\(tracked.count) downloads")
      try await Self.invalidate(cache, in: world)
      try world.expect(
        "the bytes are let go with the invalidation", tracked.heldCount == 0,
        got: "somebody holds them still", near: "invalidates")
      gate.close()
      try await Self.askForTracked(cache, in: world)
      try await Self.invalidate(cache, in: world)
      gate.open()
      try await world.untilQuiet()
      // Who had asked early may have asked again.
      try await Self.invalidate(cache, in: world)
      try world.expect(
        "so are those of a download that was invalidated on its way", tracked.heldCount == 0,
        got: "somebody holds them still", near: "invalidates")
      withExtendedLifetime(cache) {}
    }
  }

  /// Asks, and lets go of the answer.
  private static func askForTracked(_ cache: DownloadCache, in world: World) async throws {
    world.start("caller", "asks for \(photo.path)") { _ = try await cache.image(for: photo) }
    try await world.untilQuiet()
  }
}
