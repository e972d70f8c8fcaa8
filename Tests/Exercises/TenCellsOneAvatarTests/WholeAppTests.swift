import Grading
import GradingXCTest
import ReferencePipeline
import SimulatedApp
import SuiteParts
import TenCellsOneAvatar
import Vocabulary

/// The promise of *Ten cells, one avatar* on a whole app.
final class WholeAppTests: GradedTestCase {
  func testWholeApp() throws {
    try gradeOnce(
      Check(
        "wholeApp", "the whole app survives a fling with this loader", .senior, needs: "oneLoad",
        "tenPictures"),
      Lesson(
        trap: "Right alone, wrong in the whole",
        "what nobody notices in one screen adds up over five hundred rows",
        say: "I would put it into the app and fling, and look at what the user and the memory see.")
    ) { desk in
      for seed in 1...3 {
        let log = WorkLog<ImageKey>()
        var parts = AppParts()
        parts.pictures = { pipeline in
          SharedPictures(over: pipeline) { load in
            AvatarLoader { key in try await log.run(key) { try await load(key) } }
          }
        }
        let words = "fling of 500 rows, seed \(seed)"
        try desk.expectWholeApp(
          Scenario(rows: 500, seed: UInt64(seed)), replacing: parts, called: words)
        try desk.expect("\(words): one load of a picture at a time", log.mostOfOneKey, is: 1) {
          "\($0) at the same time"
        }
      }
    }
  }
}
