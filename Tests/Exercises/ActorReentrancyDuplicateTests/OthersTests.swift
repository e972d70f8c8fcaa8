import ActorReentrancyDuplicate
import Grading
import GradingXCTest
import Simulation
import SuiteParts
import Vocabulary

/// The promises of *Actor re-entrancy* about others during an await: another URL, a caller who
/// leaves.
final class OthersTests: GradedTestCase {
  private static let photo = Photo.url(7)

  func testOthersGoOn() throws {
    try grade(
      Check(
        "othersGoOn", "other photos are downloaded meanwhile", .senior, needs: "secondCaller"),
      Lesson(
        trap: "Non-re-entrant by a lock",
        "nothing is downloaded twice, and one slow photo holds up the whole screen",
        say: "Re-entrancy is what keeps the actor useful: a URL waits for its own download only.")
    ) { world in
      let downloads = Downloads(world)
      let cache = DownloadCache(limit: 2, download: downloads.run)
      for number in 1...3 {
        _ = Caller("caller \(number)", asks: cache, for: Self.photo, in: world)
        try await world.untilQuiet()
      }
      let other = Caller("caller 4", asks: cache, for: Photo.url(8), in: world)
      try await world.untilQuiet()
      downloads.release(2)
      try await world.untilQuiet()
      let download = other.download
      downloads.releaseAll()
      try await world.untilQuiet()
      try world.expect(
        "photo 8 comes while photo 7 is on its way, with a limit of two", download == 2,
        got: "photo 8 waits for photo 7", near: "/p/8")
    }
  }

  func testCancelledCaller() throws {
    try grade(
      Check(
        "cancelledCaller", "a caller that is cancelled harms nobody", .senior,
        needs: "secondCaller"),
      Lesson(
        trap: "The download runs in one caller's task",
        "that caller scrolls away, and the others are told that they were cancelled",
        say: "The download has a task of its own, so it belongs to all who joined it.")
    ) { world in
      for leaver in 0..<3 {
        world.record("a fresh cache", on: "suite")
        let downloads = Downloads(world)
        let cache = DownloadCache(download: downloads.run)
        var callers: [Caller] = []
        for number in 1...3 {
          callers.append(Caller("caller \(number)", asks: cache, for: Self.photo, in: world))
          try await world.untilQuiet()
        }
        world.record("is cancelled", on: callers[leaver].name)
        callers[leaver].cancel()
        try await world.untilQuiet()
        downloads.releaseAll()
        try await world.untilQuiet()
        callers.remove(at: leaver)
        try world.expect(
          "the other two get the bytes of the one download",
          callers.allSatisfy { $0.download == 1 } && downloads.count == 1,
          got: callers.allSatisfy { $0.download == 1 }
            ? "\(downloads.count) downloads" : callers.told { $0.download == 1 },
          near: "is cancelled")
      }
    }
  }
}
