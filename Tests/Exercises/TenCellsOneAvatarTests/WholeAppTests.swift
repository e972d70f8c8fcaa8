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
        "wholeApp", "the whole app survives a fling with this loader", .senior,
        needs: "tenPictures"),
      Lesson(
        trap: "Right alone, wrong in the whole",
        "what nobody notices in one screen adds up over five hundred rows",
        say: "I would put it into the app and fling, and look at what the user and the memory see.")
    ) { desk in
      let log = WorkLog<ImageKey>()
      var parts = AppParts()
      parts.pictures = { pipeline in
        SharedPictures(over: pipeline) { load in
          AvatarLoader { key in try await log.run(key) { try await load(key) } }
        }
      }
      try desk.expectWholeApp(Scenario(rows: 500), replacing: parts, called: "fling of 500 rows")
      try desk.expect(
        "fling of 500 rows: one load of a picture at a time", log.mostOfOneKey, is: 1
      ) { "\($0) at the same time" }
    }
  }
}
