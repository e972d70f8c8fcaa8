import ActorReentrancyDuplicate
import Grading
import GradingXCTest
import Simulation
import SuiteParts
import Vocabulary

/// The promises of *Actor re-entrancy* about how many downloads are at work.
final class LimitTests: GradedTestCase {
  private static func ask(
    _ photos: ClosedRange<Int>, of cache: DownloadCache, in world: World
  ) -> [Caller] {
    photos.map { Caller("caller \($0)", asks: cache, for: Photo.url($0), in: world) }
  }

  func testLimit() throws {
    try grade(
      Check("limit", "a limit of two is never three where many ask at once", .senior),
      Lesson(
        trap: "Counted after the await",
        "all who ask in one turn have looked at the count before the first has raised it",
        say: "A slot is taken in the step in which it is found free, before anything is awaited."),
      // Whether those in line get their turn is for another check.
      permitting: .leftovers
    ) { world in
      for limit in 1...3 {
        world.record("a fresh cache, with a limit of \(limit)", on: "suite")
        let downloads = Downloads(world)
        let cache = DownloadCache(limit: limit, download: downloads.run)
        _ = Self.ask(1...5, of: cache, in: world)
        try await world.untilQuiet()
        _ = Self.ask(6...8, of: cache, in: world)
        try await world.untilQuiet()
        for number in 1...8 {
          downloads.release(number)
          try await world.untilQuiet()
        }
        try world.expect(
          "at most \(limit) at work, with a limit of \(limit)", downloads.mostAtWork <= limit,
          got: "\(downloads.mostAtWork) at the same time", near: "begins")
      }
    }
  }

  func testSideBySide() throws {
    try grade(
      Check(
        "sideBySide", "as many as the limit allows are at work, side by side", .senior,
        needs: "limit", "othersGoOn"),
      Lesson(
        trap: "A limit of its own",
        "the answer knows better than its caller how many the network can bear, and slots stay idle",
        say: "The limit is the caller's to set; what I hold is that it is kept and that it is used."
      )
    ) { world in
      for limit in 1...4 {
        world.record("a fresh cache, with a limit of \(limit)", on: "suite")
        let downloads = Downloads(world)
        let cache = DownloadCache(limit: limit, download: downloads.run)
        _ = Self.ask(1...6, of: cache, in: world)
        try await world.untilQuiet()
        let count = downloads.count
        downloads.releaseAll()
        try await world.untilQuiet()
        try world.expect(
          "\(limit) of six photos are on their way, with a limit of \(limit)", count, is: limit,
          near: "begins"
        ) { "\($0) at the same time" }
      }
    }
  }

  func testNeverThree() throws {
    try grade(
      Check(
        "neverThree", "nor is it three in the moment in which a slot changes hands", .senior,
        needs: "limit"),
      Lesson(
        trap: "Woken, and counted later",
        "between the wake-up of the one in line and its own count lies a turn, in which a newcomer "
          + "takes the slot",
        say: "A slot goes from hand to hand, or whoever wakes looks again before it counts itself.")
    ) { world in
      for fails in [false, true] {
        world.record("a fresh cache", on: "suite")
        let downloads = Downloads(world)
        if fails { downloads.fail(1) }
        let cache = DownloadCache(limit: 2, download: downloads.run)
        _ = Self.ask(1...3, of: cache, in: world)
        try await world.untilQuiet()
        for turns in 0..<12 {
          _ = Caller(
            "newcomer \(turns + 1)", asks: cache, for: Photo.url(10 + turns), after: turns,
            in: world)
        }
        downloads.release(1)
        try await world.untilQuiet()
        let most = downloads.mostAtWork
        downloads.releaseAll()
        try await world.untilQuiet()
        try world.expect(
          "at most two at work while newcomers arrive", max(most, downloads.mostAtWork) <= 2,
          got: "\(max(most, downloads.mostAtWork)) at the same time", near: "begins")
      }
    }
  }

  func testSlotComesBack() throws {
    try grade(
      Check(
        "slotComesBack", "each download that ends lets the next one begin", .senior,
        needs: "limit"),
      Lesson(
        trap: "A slot that is lost",
        "an error jumps over the line that gives the slot back: after two of them nothing loads "
          + "any more",
        say: "A slot is given back in a defer, whichever way the download ends.")
    ) { world in
      for fails in [[], [1], [1, 2]] as [Set<Int>] {
        world.record("a fresh cache", on: "suite")
        let downloads = Downloads(world)
        for number in fails { downloads.fail(number) }
        let cache = DownloadCache(limit: 2, download: downloads.run)
        let callers = Self.ask(1...6, of: cache, in: world)
        try await world.untilQuiet()
        for number in 1...6 {
          downloads.release(number)
          try await world.untilQuiet()
        }
        downloads.releaseAll()
        try await world.untilQuiet()
        try world.expect(
          "all six have an outcome", callers.allSatisfy(\.isAnswered),
          got: callers.told(but: \.isAnswered), near: fails.isEmpty ? "is there" : "no connection")
      }
      try await Self.leave(from: 1, in: world)
      try await Self.leave(from: 2, in: world)
    }
  }

  /// The only caller of a photo leaves, at work or in line: others come to their turn.
  private static func leave(from photo: Int, in world: World) async throws {
    world.record("a fresh cache, with a limit of 1", on: "suite")
    let downloads = Downloads(world)
    let cache = DownloadCache(limit: 1, download: downloads.run)
    let callers = ask(1...3, of: cache, in: world)
    try await world.untilQuiet()
    world.record("is cancelled", on: callers[photo - 1].name)
    callers[photo - 1].cancel()
    try await world.untilQuiet()
    downloads.releaseAll()
    try await world.untilQuiet()
    let later = ask(4...5, of: cache, in: world)
    try await world.untilQuiet()
    try world.expect(
      "a caller who leaves takes no slot along", (callers + later).allSatisfy(\.isAnswered),
      got: (callers + later).told(but: \.isAnswered), near: "is cancelled")
  }
}
