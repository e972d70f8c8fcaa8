import ActorReentrancyDuplicate
import Grading
import GradingXCTest
import Simulation
import Vocabulary

/// The promises of *Actor re-entrancy* about downloads that ask for other downloads.
final class NestedTests: GradedTestCase {
  func testNested() throws {
    try grade(
      Check(
        "nested", "a download may ask its own cache for another photo", .staff, needs: "limit",
        "slotComesBack"),
      Lesson(
        trap: "Hold and wait",
        "those who have all the slots wait for one who has none",
        say: "A download that waits for another is not at work, so it lends its slot meanwhile.")
    ) { world in
      for (limit, needs, photos) in [
        (1, [1: 2, 2: 3], [1]), (2, [1: 11, 2: 12], [1, 2]),
      ] as [(Int, [Int: Int], [Int])] {
        world.record("a fresh cache, with a limit of \(limit)", on: "suite")
        let nest = Nest(limit: limit, needs: needs, in: world)
        defer { nest.close() }
        let callers = try photos.map(nest.ask)
        try await world.untilQuiet()
        nest.downloads[0].releaseAll()
        try await world.untilQuiet()
        try world.expect(
          "everyone has bytes, with a limit of \(limit)",
          callers.allSatisfy { $0.download != nil }, got: callers.told { $0.download != nil },
          near: "asks for /p/")
      }
    }
  }

  func testNestedInLine() throws {
    try grade(
      Check(
        "nestedInLine", "also for one that is on its way, or in line for a slot", .staff,
        needs: "nested"),
      Lesson(
        trap: "A slot held for one in line",
        "whoever waits for another download holds a slot for which that one stands in line",
        say: "Who waits lends its slot, whether the other download is new, under way or in line.")
    ) { world in
      for (limit, needs, photos) in [(1, [1: 2], [1, 2]), (2, [1: 11, 2: 11], [1, 2])]
        as [(Int, [Int: Int], [Int])]
      {
        world.record("a fresh cache, with a limit of \(limit)", on: "suite")
        let nest = Nest(limit: limit, needs: needs, in: world)
        defer { nest.close() }
        var callers: [Caller] = []
        for photo in photos {
          callers.append(try nest.ask(photo))
          try await world.untilQuiet()
        }
        nest.downloads[0].releaseAll()
        try await world.untilQuiet()
        try world.expect(
          "both have bytes, with a limit of \(limit)",
          callers.allSatisfy { $0.download != nil }, got: callers.told { $0.download != nil },
          near: "asks for /p/")
      }
    }
  }

  func testLimitInside() throws {
    try grade(
      Check(
        "limitInside", "the limit holds for downloads that go on after an answer", .staff,
        needs: "nested", "neverThree"),
      Lesson(
        trap: "Lent, and not taken back",
        "the download goes on without a slot, beside the one who has it now",
        say: "Who comes back from waiting lines up for a slot like everyone else.")
    ) { world in
      for (fails, forgives) in [(false, false), (true, false), (true, true)] {
        world.record("a fresh cache, with a limit of 1", on: "suite")
        let nest = Nest(limit: 1, needs: [1: 2], forgives: forgives, in: world)
        defer { nest.close() }
        let downloads = nest.downloads[0]
        if fails { for number in 2...3 { downloads.fail(number) } }
        var callers = [try nest.ask(1)]
        try await world.untilQuiet()
        callers.append(try nest.ask(3))
        try await world.untilQuiet()
        downloads.release(1)
        try await world.untilQuiet()
        for photo in 4...6 { callers.append(try nest.ask(photo)) }
        try await world.untilQuiet()
        for number in 2...6 {
          downloads.release(number)
          try await world.untilQuiet()
        }
        downloads.releaseAll()
        try await world.untilQuiet()
        try world.expect(
          "at most one at work", downloads.mostAtWork <= 1,
          got: "\(downloads.mostAtWork) at the same time", near: fails ? "begins" : "goes on")
        try world.expect(
          "everyone has an outcome", callers.allSatisfy(\.isAnswered),
          got: callers.told(but: \.isAnswered))
      }
    }
  }

  func testNestedAsItEnds() throws {
    try grade(
      Check(
        "nestedAsItEnds", "who asks from inside in the turn in which it ends gets its bytes",
        .staff, needs: "nested", "whileItEnds"),
      Lesson(
        trap: "The slot goes back between two looks",
        "to lend a slot of another cache is an await: what was on its way before it is kept after "
          + "it, and who looks for the one only finds neither",
        say: "I look for both and note my own in one step, and only then lend the slot.")
    ) { world in
      for turns in 0..<4 { try await Self.askAsItEnds(turns, in: world) }
    }
  }

  /// Four downloads ask for four others, which end so many turns later. Callers of the cache that
  /// has lent their slots have their bytes just before, so that it is busy meanwhile.
  private static func askAsItEnds(_ turns: Int, in world: World) async throws {
    world.record("fresh caches", on: "suite")
    let nest = Nest(limit: 8, needs: [1: 101, 2: 102, 3: 103, 4: 104], in: world)
    defer { nest.close() }
    var callers: [Caller] = []
    for photo in [101, 102, 103, 104, 5, 6, 7, 8, 1, 2, 3, 4] {
      callers.append(try nest.ask(photo))
      try await world.untilQuiet()
    }
    nest.downloads[0].releaseAll()
    for _ in 0..<turns { await Task.yield() }
    nest.downloads[1].releaseAll()
    try await world.untilQuiet()
    try world.expect(
      "everyone has bytes", callers.allSatisfy { $0.download != nil },
      got: callers.told { $0.download != nil }, near: "asks for /p/10")
    try world.expect(
      "one download for each of the four that are asked for", nest.downloads[1].count, is: 4,
      near: "begins"
    ) { "\($0) downloads" }
  }

  func testTwoCaches() throws {
    try grade(
      Check("twoCaches", "two caches that ask each other finish", .staff, needs: "nested"),
      Lesson(
        trap: "Two who wait for each other",
        "each cache holds a slot of its own and waits for one of the other",
        say: "Whoever waits holds nothing, whichever cache it asks.")
    ) { world in
      let needs = [1: 101, 101: 2, 102: 3, 3: 103]
      let nest = Nest(limit: 1, needs: needs, in: world)
      defer { nest.close() }
      let callers = [try nest.ask(1), try nest.ask(102)]
      try await world.untilQuiet()
      nest.downloads[0].release(1)
      try await world.untilQuiet()
      for downloads in nest.downloads { downloads.releaseAll() }
      try await world.untilQuiet()
      try world.expect(
        "both have bytes, with a limit of one in each cache",
        callers.allSatisfy { $0.download != nil }, got: callers.told { $0.download != nil },
        near: "asks for /p/")
      let most = nest.downloads.map(\.mostAtWork)
      try world.expect(
        "at most one at work in each cache", most.allSatisfy { $0 <= 1 },
        got: "\(most[0]) in the one and \(most[1]) in the other", near: "begins")
    }
  }
}
