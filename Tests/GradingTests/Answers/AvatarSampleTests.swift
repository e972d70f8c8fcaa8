import Grading
import GradingXCTest
import XCTest

/// A hidden suite in small, over the reference solution.
final class AvatarSampleTests: GradedTestCase {
  override class var exercise: String { "Sample" }

  func testOneLoad() throws {
    let sample = AvatarCheck.oneLoad
    try grade(sample.check, sample.lesson) { try await sample.body($0, Answers.right) }
  }

  func testTwoSizes() throws {
    let sample = AvatarCheck.twoSizes
    try grade(sample.check, sample.lesson) { try await sample.body($0, Answers.right) }
  }

  func testFailure() throws {
    let sample = AvatarCheck.failureReachesAll
    try grade(sample.check, sample.lesson) { try await sample.body($0, Answers.right) }
  }

  func testValuesWithoutASimulation() throws {
    try gradeOnce(
      Check("values", "the key of a size is not that of another", .staff, needs: "oneLoad"),
      Lesson(trap: "One key", "two sizes share an entry", say: "URL and size are the key.")
    ) { desk in
      try desk.expect("the keys differ", Photos.row != Photos.viewer, got: "they are equal")
    }
  }
}
