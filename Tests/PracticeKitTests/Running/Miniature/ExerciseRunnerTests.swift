import Foundation
import Grading
import XCTest

@testable import PracticeKit

/// One exercise from its files to its report, built by SwiftPM: one test for each outcome that a
/// whole answer can have.
final class ExerciseRunnerTests: XCTestCase {
  private var package = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    try XCTSkipUnless(Workshop.isPossible, "The suite is linked with the kit on Linux only.")
    package = try Workshop.makeFolder()
    try write(Workshop.manifest, "Package.swift")
    try write(Miniature.suite, "Tests/Exercises/MiniatureTests/MiniatureTests.swift")
    try write(Miniature.answer(double: "0"), "Solutions/Miniature/Mistakes/Untouched.swift")
    try write(Miniature.answer, "Exercises/Miniature/Miniature.swift")
  }

  override func tearDownWithError() throws {
    try? FileManager.default.removeItem(at: package)
  }

  func testEveryOutcomeOfAWholeAnswer() throws {
    let right = try runner.grade()
    XCTAssertEqual(right.verdict, .pass, right.text())
    XCTAssertEqual(right.checks.map(\.check.level), [.core, .senior, .staff])

    try write(Miniature.answer(name: #""word""#), "Exercises/Miniature/Miniature.swift")
    let mistake = Mistake("Word", title: "a word for all", fails: ["names"])
    var knowing = runner
    knowing.mistakes = [mistake]
    let wrong = try knowing.grade()
    XCTAssertEqual(wrong.checks.map(\.verdict), [.pass, .pass, .fail], wrong.text())
    XCTAssertEqual(wrong.mistake, mistake)

    try write(Miniature.answer(double: "0"), "Exercises/Miniature/Miniature.swift")
    XCTAssertEqual(try runner.grade().verdict, .notStarted)

    try write(Miniature.answer(double: "number * word"), "Exercises/Miniature/Miniature.swift")
    let broken = try runner.grade()
    XCTAssertEqual(broken.verdict, .didNotBuild)
    XCTAssertEqual(
      broken.words, "Exercises/Miniature/Miniature.swift:6:55: cannot find 'word' in scope")
    XCTAssertEqual(broken.checks.count, 3, "The checks of the last listing are in the report.")

    try write("import XCTest\n\(Miniature.answer)", "Exercises/Miniature/Miniature.swift")
    let reaching = try runner.grade()
    XCTAssertEqual(reaching.verdict, .didNotBuild)
    let refusal = "Exercises/Miniature/Miniature.swift:1:1: an answer may not import 'XCTest': "
    XCTAssertTrue(reaching.words?.hasPrefix(refusal) == true, reaching.words ?? "")

    try write(Miniature.answer, "answers/Miniature/Miniature.swift")
    var elsewhere = runner
    elsewhere.build.answers = "answers"
    XCTAssertEqual(try elsewhere.grade(only: ["names"]).checks.map(\.verdict), [.pass])
    XCTAssertThrowsError(try elsewhere.grade(only: ["name"])) { error in
      let words = "There is no check 'name'. Known: doubles, counts, names."
      XCTAssertEqual("\(error)", words)
    }
  }

  func testAStopIsNoVerdict() throws {
    var stopped = runner
    let stop = StopSignal()
    stop.give()
    stopped.stop = stop
    XCTAssertThrowsError(try stopped.grade()) { error in
      XCTAssertEqual("\(error)", "Stopped.")
    }
  }

  func testASlowBuildIsNoVerdict() throws {
    var slow = runner
    slow.limits.build = .milliseconds(1)
    XCTAssertThrowsError(try slow.grade()) { error in
      let words = "The build did not end within 1 ms. What it has built is kept: try again."
      XCTAssertEqual("\(error)", words)
    }
  }

  private var runner: ExerciseRunner {
    let build = ExerciseBuild(
      exercise: "Miniature", package: package, scratch: package.appending(path: ".scratch"),
      options: Workshop.options)
    var runner = ExerciseRunner(build: build)
    runner.plan = SchedulePlan(seeds: 2)
    runner.limits = GradingLimits(check: .seconds(120), silence: .seconds(60))
    return runner
  }

  private func write(_ text: String, _ path: String) throws {
    let file = package.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
