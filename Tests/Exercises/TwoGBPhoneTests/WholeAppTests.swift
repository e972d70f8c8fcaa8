import Grading
import GradingXCTest
import ReferencePipeline
import SimulatedApp
import SimulatedPhone
import Simulation
import SuiteParts
import TwoGBPhone
import Vocabulary

/// The promises of *It crashes only on 2 GB phones* on the whole app.
final class WholeAppTests: GradedTestCase {
  /// The app with the answer's budgets and its answer to pressure.
  private static var parts: AppParts {
    var parts = AppParts()
    parts.makeRelief = { PressureRelief($0) }
    parts.configure = { configuration in
      let budgets = MemoryBudgets(for: configuration.device)
      configuration.memoryBytes = budgets.memoryBytes
      configuration.decodeBytes = budgets.decodeBytes
    }
    return parts
  }

  /// Four times a quarter of an hour: down the feed, some photos in the viewer, now and then a memory
  /// that runs short or a call, and then away for so long that the system takes memory back.
  private static var hour: GestureScript {
    let parts = (0..<4).map { part -> [Gesture] in
      let scroll: [Gesture] = [60, 60, -30].flatMap { rows in
        [.fling(rows: rows, over: .milliseconds(500)), .rest(.milliseconds(500))]
      }
      let photos = (0..<4).map { Gesture.view(photo: part * 180 + $0, for: .seconds(1)) }
      let trouble: Gesture = part.isMultiple(of: 2) ? .warning : .leave(.seconds(40))
      return scroll + photos + [trouble] + scroll + [.sleep(.seconds(850))]
    }
    return GestureScript(name: "hour", parts.flatMap { $0 })
  }

  func testHour2GB() throws {
    try gradeOnce(
      Check("hour2GB", "the 2 GB phone survives an hour", .core, needs: "fits"),
      Lesson(
        trap: "Right for a minute",
        "the app is large when it leaves the screen, and gone when the user comes back",
        say: "I play an hour of use on the smallest phone, with warnings, calls and the background."
      )
    ) { desk in
      let scenario = Scenario(
        rows: 1_000, script: Self.hour, device: .phone2GB, network: .wifi)
      let report = try scenario.run(replacing: Self.parts)
      let ends = report.terminations.map { end in
        let place = end.reason == .limit ? "on the screen" : "in the background"
        return "ended \(place) after \(end.instant.offset.components.seconds / 60) min, "
          + "at \(end.footprint.megabytes)"
      }
      try desk.expect(
        "an hour of flings, warnings and absences ends without a termination", ends, is: []
      ) { $0.joined(separator: "; ") }
      try desk.expect(
        "the rows on the screen have their pictures at the end", report.numbers.blankAtEnd, is: 0
      ) { "\($0) are blank" }
    }
  }

  func testHitRate12GB() throws {
    try gradeOnce(
      Check("hitRate12GB", "the 12 GB phone finds what was there before", .core),
      Lesson(
        trap: "Careful everywhere",
        "the large phone decodes again and again what it could have kept",
        say: "The flagship gets a budget with which its hit rate is that of no limit at all.")
    ) { desk in
      let budgets = MemoryBudgets(for: .phone12GB)
      let (rate, best) = try (Self.hitRate(budgets.memoryBytes), Self.hitRate(4 << 30))
      try desk.expect(
        "200 rows down and back up: the tier finds as much as without a limit, within 2 points",
        rate >= best - 0.02,
        got: "\(Int(rate * 100)) of 100 wishes, where \(Int(best * 100)) would be possible")
    }
  }

  private static func hitRate(_ memoryBytes: Int) throws -> Double {
    let script = GestureScript(
      name: "down and up",
      [200, -200, 200, -200].flatMap { rows -> [Gesture] in
        [.fling(rows: rows, over: .seconds(5)), .rest(.seconds(1))]
      })
    var parts = AppParts()
    parts.configure = { $0.memoryBytes = memoryBytes }
    let scenario = Scenario(rows: 240, script: script, device: .phone12GB, network: .wifi)
    return try scenario.run(replacing: parts).numbers.memoryHitRate ?? 0
  }

  func testWholeApp() throws {
    try gradeOnce(
      Check("wholeApp", "the whole app survives a fling with warnings", .senior, needs: "fits"),
      Lesson(
        trap: "Right alone, wrong in the whole",
        "the part does what it should, and the user waits or pays all the same",
        say: "I would put it into the app, fling, warn, and look at what the user sees.")
    ) { desk in
      for seed in 1...3 {
        let script = GestureScript(
          name: "fling with warnings",
          [
            .fling(rows: 60, over: .seconds(6)), .warning, .fling(rows: -60, over: .seconds(6)),
            .fling(rows: 440, over: .seconds(1)), .warning, .rest(.seconds(1)),
            .jump(row: 200), .warning,
          ])
        let scenario = Scenario(rows: 500, script: script, seed: UInt64(seed))
        let words = "fling of 500 rows with warnings, seed \(seed)"
        let numbers = try desk.expectWholeApp(scenario, replacing: Self.parts, called: words)
        try desk.expect("\(words): the app goes on", numbers.terminations, is: 0) { _ in
          "the system ends it"
        }
        let bytes = numbers.downloadedBytes
        try desk.expect(
          "\(words): at most 0.8 MB are downloaded", bytes <= 800_000,
          got: "\(bytes / 1_000) kB, for photos that had been there")
      }
    }
  }
}
