import GradingXCTest
import XCTest

final class ExerciseNameTests: XCTestCase {
  private final class Suite: GradedTestCase {}

  func testTheExerciseIsTheModuleWithoutTests() {
    XCTAssertEqual(Suite.exercise, "Grading")
  }
}
