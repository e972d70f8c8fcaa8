import ActorReentrancyDuplicate
import Foundation
import Grading
import GradingXCTest
import Simulation
import SuiteParts
import Vocabulary

/// The promises of *Actor re-entrancy* about one download and its outcome.
final class ActorReentrancyDuplicateTests: GradedTestCase {
  private static let photo = Photo.url(7)

  func testSecondCaller() throws {
    try grade(
      Check("secondCaller", "who asks while the download runs does not download again", .core),
      Lesson(
        trap: "An actor is no queue",
        "while one caller awaits its download, the actor lets in the next, who finds the table as "
          + "empty as the first did",
        say: "What I store before the first await is the download itself, as a task to join.")
    ) { world in
      let downloads = Downloads(world)
      let cache = DownloadCache(download: downloads.run)
      _ = Caller("caller 1", asks: cache, for: Self.photo, in: world)
      try await world.untilQuiet()
      _ = Caller("caller 2", asks: cache, for: Self.photo, in: world)
      try await world.untilQuiet()
      let count = downloads.count
      downloads.releaseAll()
      try await world.untilQuiet()
      try world.expect(
        "both callers share one download", max(count, downloads.count), is: 1, near: "begins"
      ) { "\($0) downloads of the same photo" }
    }
  }

  func testAllAnswered() throws {
    try grade(
      Check("allAnswered", "each of three gets the bytes", .core, needs: "secondCaller"),
      Lesson(
        trap: "A flag says that, not what",
        "who finds \"it is loading\" has nothing to await: it comes away empty, or waits for ever",
        say: "The table holds the task and not a flag, so that whoever finds it can await it.")
    ) { world in
      let downloads = Downloads(world)
      let cache = DownloadCache(download: downloads.run)
      var callers: [Caller] = []
      for number in 1...3 {
        callers.append(Caller("caller \(number)", asks: cache, for: Self.photo, in: world))
        try await world.untilQuiet()
      }
      downloads.releaseAll()
      try await world.untilQuiet()
      try world.expect(
        "each caller has the bytes of download 1", callers.allSatisfy { $0.download == 1 },
        got: callers.told { $0.download == 1 }, near: "is there")
    }
  }

  func testInterleavings() throws {
    try grade(
      Check("interleavings", "three callers share one download, whenever they come", .core),
      Lesson(
        trap: "An await between the look and the note",
        "it works for those who come later, and not for those who come in the same turn",
        say: "Between the look-up and the entry there is no await, so the two are one step.")
    ) { world in
      for arrivals in Arrival.ofUpToThree {
        try await Self.interleave(arrivals, in: world)
      }
    }
  }

  private static func interleave(_ arrivals: [Arrival], in world: World) async throws {
    world.record("a fresh cache; \(arrivals.told)", on: "suite")
    let downloads = Downloads(world)
    let cache = DownloadCache(download: downloads.run)
    var callers: [Caller] = []
    func come(_ arrival: Arrival) {
      for _ in arrivals.filter({ $0 == arrival }) {
        callers.append(Caller("caller \(callers.count + 1)", asks: cache, for: photo, in: world))
      }
    }
    come(.first)
    come(.together)
    try await world.untilQuiet()
    come(.meanwhile)
    try await world.untilQuiet()
    come(.justBeforeItEnds)
    downloads.releaseAll()
    come(.asItEnds)
    try await world.untilQuiet()
    try world.expect(
      "one download, \(arrivals.told)", downloads.count, is: 1, near: "begins"
    ) { "\($0) downloads" }
    try world.expect(
      "bytes for everyone, \(arrivals.told)", callers.allSatisfy { $0.download == 1 },
      got: callers.told { $0.download == 1 }, near: "is there")
  }

  func testKept() throws {
    try grade(
      Check("kept", "who asks later gets the bytes that are kept", .core, needs: "secondCaller"),
      Lesson(
        trap: "Shared, and then thrown away",
        "sharing helps those who come at the same time, and the user scrolls back later",
        say: "Work in flight and what is kept are both in the table: a caller finds either.")
    ) { world in
      let downloads = Downloads(world)
      downloads.releaseAll()
      let cache = DownloadCache(download: downloads.run)
      var callers: [Caller] = []
      for number in 1...3 {
        callers.append(Caller("caller \(number)", asks: cache, for: Self.photo, in: world))
        try await world.untilQuiet()
      }
      try world.expect(
        "three callers, one after the other, cause one download", downloads.count, is: 1,
        near: "begins"
      ) { "\($0) downloads" }
      try world.expect(
        "each has its bytes", callers.allSatisfy { $0.download == 1 },
        got: callers.told { $0.download == 1 })
    }
  }

  func testAddresses() throws {
    try grade(
      Check(
        "addresses", "the same path on another host, or with another query, is another photo",
        .core, needs: "kept"),
      Lesson(
        trap: "Keyed by a part of the address",
        "a path is short, looks like a key, and belongs to more than one photo",
        say: "The key is the whole URL; where parts of it do not matter, I say which, and why.")
    ) { world in
      let downloads = Downloads(world)
      let cache = DownloadCache(limit: 3, download: downloads.run)
      let addresses = ["a.example/p/7", "b.example/p/7", "a.example/p/7?v=2"]
      var callers: [(number: Int, caller: Caller)] = []
      for _ in 1...2 {
        for (number, address) in zip(1..., addresses) {
          guard let url = URL(string: "https://\(address)") else { continue }
          callers.append((number, Caller(address, asks: cache, for: url, in: world)))
          try await world.untilQuiet()
        }
        downloads.releaseAll()
        try await world.untilQuiet()
      }
      let wrong = callers.filter { $0.caller.download != $0.number }.map(\.caller)
      try world.expect(
        "each address has bytes of its own, on their way and kept",
        wrong.isEmpty && downloads.count == 3,
        got: wrong.isEmpty ? "\(downloads.count) downloads" : wrong.told { _ in false },
        near: wrong.first?.name)
    }
  }

  func testFailureReachesAll() throws {
    try grade(
      Check("failureReachesAll", "a failure reaches all three", .core, needs: "secondCaller"),
      Lesson(
        trap: "One failure, and everyone tries for himself",
        "each who had joined starts a download of its own, one after the other, in the very second "
          + "in which the server is down",
        say: "All who joined share the outcome, whether it is bytes or an error.")
    ) { world in
      let downloads = Downloads(world)
      downloads.fail(1)
      let cache = DownloadCache(download: downloads.run)
      var callers: [Caller] = []
      for number in 1...3 {
        callers.append(Caller("caller \(number)", asks: cache, for: Self.photo, in: world))
        try await world.untilQuiet()
      }
      downloads.releaseAll()
      try await world.untilQuiet()
      try world.expect(
        "the error reaches three callers", callers.count(where: \.hasFailed), is: 3, near: "fails"
      ) { "it reaches \($0), after \(downloads.count) downloads" }
    }
  }

  func testFailureIsForgotten() throws {
    try grade(
      Check(
        "failureIsForgotten", "after a failure the next two share a new download", .core,
        needs: "secondCaller"),
      Lesson(
        trap: "The failure is kept like bytes",
        "the task that failed stays in the table, and whoever asks awaits it again",
        say: "On failure the entry goes; only bytes are kept.")
    ) { world in
      let downloads = Downloads(world)
      downloads.fail(1)
      let cache = DownloadCache(download: downloads.run)
      _ = Caller("caller 1", asks: cache, for: Self.photo, in: world)
      try await world.untilQuiet()
      downloads.release(1)
      try await world.untilQuiet()
      var callers: [Caller] = []
      for number in 2...3 {
        callers.append(Caller("caller \(number)", asks: cache, for: Self.photo, in: world))
        try await world.untilQuiet()
      }
      downloads.releaseAll()
      try await world.untilQuiet()
      try world.expect(
        "the next two get the bytes of download 2",
        callers.allSatisfy { $0.download == 2 } && downloads.count == 2,
        got: callers.allSatisfy { $0.download != nil }
          ? "\(downloads.count) downloads in all" : callers.told { $0.download == 2 },
        near: "caller 2")
    }
  }

  func testOwnCancellation() throws {
    try grade(
      Check(
        "ownCancellation", "a download that was cancelled by others is forgotten as well", .senior,
        needs: "failureIsForgotten"),
      Lesson(
        trap: "A CancellationError is not always mine",
        "the network gives up by that error too; taken for the caller's own it jumps over the line "
          + "that clears the entry, and the photo is dead until the app starts again",
        say: "However a download ends, its entry goes: the clean-up does not depend on the error.")
    ) { world in
      let downloads = Downloads(world)
      downloads.fail(1, by: CancellationError())
      let cache = DownloadCache(download: downloads.run)
      let first = Caller("caller 1", asks: cache, for: Self.photo, in: world)
      try await world.untilQuiet()
      downloads.releaseAll()
      try await world.untilQuiet()
      try world.expect(
        "who had asked has an outcome", first.isAnswered, got: "it \(first.told)",
        near: "gives up")
      let next = Caller("caller 2", asks: cache, for: Self.photo, in: world)
      try await world.untilQuiet()
      try world.expect(
        "who asks next gets bytes", next.download != nil, got: "it \(next.told)", near: "caller 2")
    }
  }

  func testWhileItEnds() throws {
    try grade(
      Check(
        "whileItEnds", "who asks in the turn in which the download ends gets its bytes", .staff,
        needs: "secondCaller", "kept"),
      Lesson(
        trap: "A gap at the end",
        "between the end of the download and the note of its bytes lies an await, in which a "
          + "caller finds neither",
        say: "From \"on its way\" to \"kept\" is one step, with no await in it.")
    ) { world in
      for turns in 0..<10 { try await Self.comeAsItEnds(turns..<turns + 6, in: world) }
    }
  }

  /// Lets callers come one turn after the other, from the turn in which the download ends.
  private static func comeAsItEnds(_ turns: Range<Int>, in world: World) async throws {
    world.record("a fresh cache", on: "suite")
    let downloads = Downloads(world)
    let cache = DownloadCache(download: downloads.run)
    var callers = [Caller("caller 0", asks: cache, for: photo, in: world)]
    try await world.untilQuiet()
    downloads.releaseAll()
    for turn in turns {
      callers.append(
        Caller("caller \(callers.count)", asks: cache, for: photo, after: turn, in: world))
    }
    try await world.untilQuiet()
    try world.expect("late callers cause no download", downloads.count, is: 1, near: "begins") {
      "\($0) downloads"
    }
    try world.expect(
      "each gets the bytes", callers.allSatisfy { $0.download == 1 },
      got: callers.told { $0.download == 1 }, near: "is there")
  }
}
