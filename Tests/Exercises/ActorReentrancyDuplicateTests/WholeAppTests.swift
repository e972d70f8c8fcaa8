import ActorReentrancyDuplicate
import Foundation
import Grading
import GradingXCTest
import ReferencePipeline
import SimulatedApp
import SimulatedPhone
import SuiteParts
import Vocabulary

/// The promise of *Actor re-entrancy* on a whole app.
final class WholeAppTests: GradedTestCase {
  private static let limit = 4

  func testWholeApp() throws {
    try gradeOnce(
      Check(
        "wholeApp", "the whole app survives a fling with this cache", .senior,
        needs: "secondCaller", "cancelledCaller", "neverThree"),
      Lesson(
        trap: "Right alone, wrong in the whole",
        "the user flings to the end and back, and pays for the same rows again",
        say: "I would put it into the app, fling to the end and back, and count the downloads.")
    ) { desk in
      for seed in 1...3 {
        let log = WorkLog<URL>()
        var scenario = Scenario(rows: 500, network: .wifi, seed: UInt64(seed))
        scenario.script = GestureScript(.back, rows: 500, network: .wifi)
        let words = "fling of 500 rows and back, seed \(seed)"
        try desk.expectWholeApp(scenario, replacing: Self.parts(log), called: words)
        try desk.expect("\(words): no photo is downloaded twice", log.mostFinished, is: 1) {
          $0 == 0 ? "none is downloaded" : "one is downloaded \($0) times"
        }
        try desk.expect(
          "\(words): at most \(Self.limit) downloads at a time", log.mostAtOnce <= Self.limit,
          got: "\(log.mostAtOnce) at the same time")
      }
    }
  }

  /// The cache alone keeps what was downloaded, in memory or on disk.
  private static func parts(_ log: WorkLog<URL>) -> AppParts {
    var parts = AppParts()
    parts.configure = { configuration in
      configuration.memoryBytes = 0
      configuration.diskBytes = 0
    }
    parts.transport = { network in
      KeptDownloads(over: network) { download in
        let cache = DownloadCache(limit: limit) { url in
          try await log.run(url) { try await download(url) }
        }
        return { url in try await cache.image(for: url) }
      }
    }
    return parts
  }
}
