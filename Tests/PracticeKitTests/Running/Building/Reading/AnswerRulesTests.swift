import Foundation
import XCTest

@testable import PracticeKit

final class AnswerRulesTests: XCTestCase {
  private var course: TemporaryCourse!

  override func setUpWithError() throws {
    course = try TemporaryCourse()
    for name in ["Twice", "Thrice"] { try course.writeExercise(name) }
    for module in ["Vocabulary", "Grading", "GradingXCTest", "Simulation"] {
      try course.write("", to: "Sources/\(module)/\(module).swift")
    }
  }

  override func tearDown() {
    course.remove()
  }

  func testTheKitAndOtherExercisesAreRefused() {
    for module in [
      "Grading", "GradingXCTest", "Simulation", "TwiceSolution", "ThriceSolution", "Thrice",
      "TwiceTests", "GradingTests", "XCTest", "Testing",
    ] {
      XCTAssertEqual(errors("@testable import \(module)").count, 1, module)
    }
  }

  func testWhatTheSystemBringsAndTheVocabularyAreNot() {
    for module in [
      "Foundation", "FoundationNetworking", "FoundationEssentials", "Dispatch", "Synchronization",
      "os", "Vocabulary", "Twice", "Glibc", "Darwin", "UIKit", "CoreGraphics", "RegexBuilder",
      "Observation", "Swift", "_Concurrency",
    ] {
      XCTAssertEqual(errors("import \(module)"), [], module)
    }
  }

  func testTheSentenceSaysWhatMayBeImported() {
    XCTAssertEqual(
      errors("import Vocabulary\n\n  public import Simulation\n").map(\.words),
      [
        "Exercises/Twice/Twice.swift:3:10: an answer may not import 'Simulation': it has "
          + "Vocabulary and what the system brings along, as Foundation, FoundationNetworking, "
          + "Dispatch, Synchronization and os"
      ])
  }

  func testNamesOfForeignFunctionsAreRefused() {
    let errors = errors(
      """
      @_silgen_name("$s7Grading") func forge()
      import Grading
      @_cdecl("read") public func read() {}
      """)
    XCTAssertEqual(errors.map(\.line), [1, 2, 3])
    XCTAssertTrue(errors[0].text.contains("'@_silgen_name'"))
    XCTAssertEqual(self.errors("@MainActor @Sendable @inlinable @_spi(A) func c() {}"), [])
  }

  func testNamesThatTheSuiteWouldMeanAreRefusedSaveTheStubs() throws {
    try course.write(
      "func testTwice() { expect(twice(2), loads.count) }",
      to: "Tests/Exercises/TwiceTests/TwiceTests.swift")
    XCTAssertEqual(errors("public func twice(_ number: Int) -> Int { 4 }"), [])
    let found = errors("extension Array {\n  public var count: Int { 1 }\n}")
    XCTAssertEqual(found.map(\.line), [2])
    XCTAssertTrue(found[0].text.hasPrefix("'count' may not be public here"))
  }

  func testEveryAnswerThatIsKeptMayBeBuilt() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../../..").standardizedFileURL
    let kept = Course(package: package)
    XCTAssertFalse(kept.exercises.isEmpty)
    for exercise in kept.exercises {
      let rules = AnswerRules(exercise: exercise, package: package)
      for variant in ExerciseFiles(exercise, in: package).variants {
        let text = try String(
          contentsOf: package.appending(path: variant.path), encoding: .utf8)
        XCTAssertEqual(rules.errors(in: text, file: variant.path), [])
      }
    }
  }

  private func errors(_ text: String) -> [CompilerMessage] {
    AnswerRules(exercise: "Twice", package: course.package)
      .errors(in: text, file: "Exercises/Twice/Twice.swift")
  }
}
