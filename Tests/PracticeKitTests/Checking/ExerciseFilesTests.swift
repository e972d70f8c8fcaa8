import XCTest

@testable import PracticeKit

final class ExerciseFilesTests: XCTestCase {
  private var course: TemporaryCourse!

  override func setUpWithError() throws {
    course = try TemporaryCourse()
    try course.writeExercise("Twice")
  }

  override func tearDown() {
    course.remove()
  }

  private var faults: [String] {
    ExerciseFiles("Twice", in: course.package).faults.map { "\($0.path ?? "-"): \($0.sentence)" }
  }

  func testAWholeExerciseHasNoFault() {
    let files = ExerciseFiles("Twice", in: course.package)
    XCTAssertEqual(files.faults, [])
    XCTAssertEqual(
      files.variants.map(\.kind),
      [.stub, .reference] + Array(repeating: .alternative, count: 2)
        + Array(repeating: .mistake, count: 6))
  }

  func testEachFileThatIsMissingIsNamed() throws {
    for path in [
      "Exercises/Twice/Hints.md", "Exercises/Twice/Prompt.md", "Solutions/Twice/Commentary.md",
    ] {
      try course.removeFile(path)
      XCTAssertEqual(faults, ["\(path): It is missing."])
      try course.writeExercise("Twice")
    }
  }

  func testAStrayFileIsNamed() throws {
    for path in [
      "Exercises/Twice/notes.txt", "Solutions/Twice/Old.swift",
    ] {
      try course.write("x", to: path)
      XCTAssertEqual(faults, ["\(path): It does not belong here."])
      try course.removeFile(path)
    }
    try course.write("x", to: "Solutions/Twice/Mistakes/readme.md")
    XCTAssertEqual(
      faults, ["Solutions/Twice/Mistakes/readme.md: It does not belong here: only Swift files do."])
  }

  func testAStubThatDiffersIsNamed() throws {
    try course.write("// edited\n", to: "Exercises/Twice/Twice.swift")
    XCTAssertEqual(faults.count, 1)
    XCTAssertTrue(faults[0].hasPrefix("Exercises/Twice/Twice.swift: It is not the stub"))
  }

  func testTooFewMistakesAndAlternativesAreNamed() throws {
    try course.removeFile("Solutions/Twice/Mistakes/M1.swift")
    try course.removeFile("Solutions/Twice/Alternatives/A1.swift")
    XCTAssertEqual(
      faults,
      [
        "Solutions/Twice/Alternatives: 1 right answers besides the reference; it needs 2.",
        "Solutions/Twice/Mistakes: 5 mistakes besides the stub; it needs 6.",
      ])
  }

  func testHintsNeedThreeStepsAndNoCodeTooSoon() throws {
    try course.write("# Hints\n\n## 1\n\nOne.\n\n## 2\n\nTwo.\n", to: "Exercises/Twice/Hints.md")
    XCTAssertEqual(
      faults,
      ["Exercises/Twice/Hints.md: It needs three steps, under the headings '## 1' to '## 3'."])
    try course.write(
      "# Hints\n\n## 1\n\n```\nx\n```\n\n## 2\n\nTwo.\n\n## 3\n\n```\ny\n```\n",
      to: "Exercises/Twice/Hints.md")
    XCTAssertEqual(
      faults, ["Exercises/Twice/Hints.md: No hint before the third may show code."])
  }

  func testAMissingSuiteIsNamed() throws {
    try course.removeFile("Tests/Exercises/TwiceTests/TwiceTests.swift")
    XCTAssertEqual(faults, ["Tests/Exercises/TwiceTests: The hidden suite is missing."])
  }

  func testACourseFindsItsExercisesAndSuggests() throws {
    let nested = course.package.appending(path: "Exercises/Twice")
    let found = try Course(around: nested)
    XCTAssertEqual(found.exercises, ["Twice"])
    XCTAssertEqual(try found.exercise(named: "twice"), "Twice")
    XCTAssertThrowsError(try found.exercise(named: "Twise")) { error in
      XCTAssertEqual("\(error)", "There is no exercise 'Twise'. Did you mean 'Twice'?")
    }
    XCTAssertThrowsError(try Course(around: URL(fileURLWithPath: "/")))
  }
}
