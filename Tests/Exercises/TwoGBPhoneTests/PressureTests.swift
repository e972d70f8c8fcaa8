import Grading
import GradingXCTest
import SimulatedPhone
import Simulation
import TwoGBPhone
import Vocabulary

/// The promises of *It crashes only on 2 GB phones* on what goes when memory is short.
final class PressureTests: GradedTestCase {
  private static let tooLate = Lesson(
    trap: "The answer comes too late",
    "the system looks when the call has returned, and waits for no task and no next insert",
    say: "I let go in the call itself, behind a lock: an actor would answer a turn later.")

  func testPicturesGo() throws {
    try grade(
      Check("picturesGo", "at a warning decoded pictures go, before the answer returns", .core),
      Lesson(
        trap: "Holds on to decoded pictures",
        "they are nearly all that the app takes, and the next picture ends it",
        say: "Decoded pictures go, all that nobody looks at: they can be made again from files.")
    ) { world in
      let app = PhoneApp(world)
      app.fill(40)
      for photo in 36..<40 { app.show(photo) }
      try await app.send(.warning)
      let bytes = app.bytesWhenAnswered ?? app.pictureBytes
      try world.expect(
        "when the call returns, four pictures are left, those in cells",
        bytes / PhoneApp.pictureBytes, is: 4, near: "answer",
        teaching: app.pictureBytes < bytes ? Self.tooLate : nil
      ) { "\($0) are left, \(bytes / 1_000) kB" }
      app.end()
    }
  }

  func testFilesStay() throws {
    try grade(
      Check("filesStay", "the files stay", .core, needs: "picturesGo"),
      Lesson(
        trap: "Clears the disk for memory's sake",
        "files take no memory, so nothing is gained, and all photos are downloaded again",
        say: "The disk tier stays: it is what makes the pictures cheap to have again.")
    ) { world in
      for signal in MemorySignal.allCases {
        let app = PhoneApp(world, for: signal)
        app.fill(20)
        try await app.send(signal)
        try await world.clock.sleep(for: .seconds(1))
        try world.expect(
          "after .\(signal) all twelve files are there", app.files, is: 12, near: "removes"
        ) { "\($0) are left" }
        app.end()
      }
    }
  }

  func testVisibleLoadsGoOn() throws {
    try grade(
      Check("visibleLoadsGoOn", "loads for rows on the screen go on", .core, needs: "picturesGo"),
      Lesson(
        trap: "Stops what the user looks at",
        "rows stay grey for good, and what has been downloaded is thrown away",
        say: "A load in flight takes next to nothing, and the user waits for it: it goes on.")
    ) { world in
      for signal in MemorySignal.allCases {
        let app = PhoneApp(world, for: signal)
        app.fill(20)
        let rows = (50..<53).map { app.load($0, .visible) }
        try await world.untilQuiet()
        try await app.send(signal)
        app.network.open()
        var shown = 0
        for row in rows where (try? await row.value) != nil { shown += 1 }
        try world.expect(
          "after .\(signal) the three rows on the screen get their pictures", shown, is: 3,
          near: "stops"
        ) { "\($0) do" }
        app.end()
      }
    }
  }

  func testBetsEnd() throws {
    try grade(
      Check("betsEnd", "loads that nobody waits for stop", .senior, needs: "picturesGo"),
      Lesson(
        trap: "Goes on betting",
        "pictures for rows that nobody has reached fill the memory that was just given back",
        say: "Prefetch is the first thing to stop: it is a bet, and memory is its stake.")
    ) { world in
      for signal in MemorySignal.allCases {
        let app = PhoneApp(world, for: signal)
        app.fill(20)
        let rows = (50..<53).map { app.load($0, .prefetch) }
        try await world.untilQuiet()
        try await app.send(signal)
        let waiting = app.network.waiting
        app.network.open()
        try world.expect(
          "after .\(signal) no prefetch waits for its bytes", waiting, is: 0, near: "answer"
        ) { "\($0) do" }
        for row in rows { _ = await row.result }
        app.end()
      }
    }
  }

  func testBackgroundHalf() throws {
    try grade(
      Check("backgroundHalf", "leaving gives back half, staying away all", .senior),
      Lesson(
        trap: "All or nothing in the background",
        "who comes back in a moment looks at grey rows, or the system ends the largest app first",
        say: "Just hidden, I keep the half that was used last; in deep background I keep nothing.")
    ) { world in
      let app = PhoneApp(world)
      // Ten cannot be quartered: who trims to a quarter keeps less than that.
      for (count, stay) in [(40, 10...20), (10, 3...5)] {
        app.fill(count)
        try await app.send(.hidden)
        let half = app.picturesWhenAnswered
        try world.expect(
          "of \(count) pictures at least \(stay.lowerBound) and at most \(stay.upperBound) stay "
            + "when the app leaves the screen",
          stay.contains(half), got: "\(half) stay", near: "answer")
        app.device.enterForeground()
        try await world.untilQuiet()
        app.memory.trim(toBytes: 0)
      }
      app.fill(40)
      try await app.send(.deepBackground)
      let rest = app.picturesWhenAnswered
      try world.expect("none stays in deep background", rest, is: 0, near: "answer") {
        "\($0) stay"
      }
      app.end()
    }
  }

  func testByName() throws {
    try grade(
      Check("byName", "a critical shortage gives back no less than a warning", .senior),
      Lesson(
        trap: "Signals taken for degrees",
        "their numbers are no scale: compared, the worst one in use comes before a mere absence",
        say: "I decide for each signal by its name, in a switch without a default.")
    ) { world in
      let app = PhoneApp(world, for: .critical)
      app.fill(40)
      for photo in 36..<40 { app.show(photo) }
      try await app.send(.critical)
      let bytes = app.bytesWhenAnswered ?? app.pictureBytes
      try world.expect(
        "four pictures are left, those in cells", bytes / PhoneApp.pictureBytes, is: 4,
        near: "sends"
      ) { "\($0) are left, \(bytes / 1_000) kB" }
      app.end()
    }
  }

  func testNothingSlipsIn() throws {
    try grade(
      Check(
        "nothingSlipsIn", "a picture that comes in meanwhile does not stay", .staff,
        needs: "picturesGo"),
      Lesson(
        trap: "Empties the tier, then stops what fills it",
        "between the two a prefetch ends, and its picture is in the tier when the call returns",
        say: "First I stop what still makes pictures, then I let go of those that are there.")
    ) { world in
      let app = PhoneApp(world)
      app.fill(20)
      app.endPrefetchWhenStopped(50)
      try await app.send(.warning)
      let rest = app.picturesWhenAnswered
      try world.expect(
        "no picture is left, also not one whose prefetch ended meanwhile", rest, is: 0,
        near: "just before"
      ) { "\($0) is left" }
      app.end()
    }
  }

  func testQuietSignal() throws {
    try grade(
      Check(
        "quietSignal", "no picture is made and no file touched during a signal", .staff,
        needs: "picturesGo"),
      Lesson(
        trap: "Makes it worse first",
        "a copy on the way to less is more for a moment, and in that moment the app is ended",
        say: "The answer to pressure only lets go: no copy, no decode, no disk.")
    ) { world in
      for signal in MemorySignal.allCases {
        let app = PhoneApp(world, for: signal)
        app.fill(40)
        for photo in 36..<40 { app.show(photo) }
        try await app.send(signal)
        let sent = app.device.signals.filter { $0.signal == signal && $0.toldAt != nil }
        let made = sent.reduce(0) { $0 + $1.chargedMeanwhile }
        try world.expect(
          "no picture is made while .\(signal) is answered", made, is: 0, near: "sends .\(signal)"
        ) { "\($0 / 1_000) kB of new pictures" }
        try world.expect(
          "no file is touched while .\(signal) is answered", !app.filesRemovedWhileTold,
          got: "files are removed one by one, while the system waits", near: "disk")
        app.end()
      }
    }
  }
}
