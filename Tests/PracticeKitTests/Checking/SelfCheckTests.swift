import Foundation
import Grading
import XCTest

@testable import PracticeKit

/// The self-check from the folders to its report, with real builds and real runs, on a course
/// with an exercise that is as it should be and one in which nearly everything is wrong.
final class SelfCheckTests: XCTestCase {
  private var course: MiniatureCourse!

  override func setUpWithError() throws {
    try XCTSkipUnless(Workshop.isPossible, "The suites are linked with the kit on Linux only.")
    course = try MiniatureCourse()
  }

  override func tearDown() {
    course?.files.remove()
  }

  func testEachFaultIsNamed() throws {
    try course.writeFaulty()
    let result = try XCTUnwrap(try check.run(["Faulty"]).first)
    XCTAssertEqual(result.variants, 7)
    XCTAssertEqual(result.checks, 4)
    var found = result.faults.map { fault in
      "\(fault.path.map { $0.replacing("Faulty", with: "F") } ?? "-"): \(fault.sentence)"
    }
    for expected in Self.faults {
      let place = found.firstIndex { $0.hasPrefix(expected) }
      XCTAssertNotNil(place, expected)
      if let place { found.remove(at: place) }
    }
    XCTAssertEqual(found, [], "There are more faults than were made.")
  }

  func testASoundExerciseHasNoFaultAndOnlyWhatChangedIsGradedAgain() throws {
    try course.writeSound()
    let log = Log()
    var check = check
    let stop = StopSignal()
    check.stop = stop
    check.progress = { sentence in
      log.add(sentence)
      if log.sentences.count >= 2 { stop.give() }
    }
    XCTAssertThrowsError(try check.run(["Sound"])) { error in
      XCTAssertEqual(error as? GradingError, .stopped)
    }
    let before = log.sentences.count
    XCTAssertGreaterThanOrEqual(before, 2)

    XCTAssertEqual(
      Course.names(in: course.files.package),
      ["Exercises", "Package.swift", "Solutions", "Tests"], "Something was left behind.")

    check.stop = nil
    check.progress = nil
    let whole = try XCTUnwrap(try check.run(["Sound"]).first)
    XCTAssertEqual(whole.faults, [])
    XCTAssertEqual(whole.variants, 12)
    XCTAssertEqual(whole.checks, 3)
    XCTAssertEqual(whole.known, before, "What was graded before the stop is known.")

    try course.changeAlternative()
    check.progress = { log.add($0) }
    let again = try XCTUnwrap(try check.run(["Sound"]).first)
    XCTAssertEqual(again.faults, [])
    XCTAssertEqual(again.known, 11)
    let fresh = log.sentences.dropFirst(before).filter { !$0.hasSuffix(", as before") }
    XCTAssertEqual(fresh.count, 1)
    XCTAssertTrue(fresh.first?.hasSuffix("Sound  Twofold fails nothing") == true, "\(fresh)")
  }

  private var check: SelfCheck {
    var check = SelfCheck(course: course.course, seed: 7)
    check.options = Workshop.options
    return check
  }

  /// How each of the faults begins; those of both drivers are two.
  private static var faults: [String] {
    let kept = "Solutions/F"
    let ofBoth = ["factory", "hooks"].flatMap { driver in
      [
        "\(kept)/Mistakes/Untouched.swift: The stub passes 'idles', 'names' (\(driver)).",
        "\(kept)/Alternatives/Capital.swift: A right answer fails 'names' (\(driver)): Number 7",
        "\(kept)/Mistakes/Astray.swift: 'doubles' should fail, and does not (\(driver)).",
        "\(kept)/Mistakes/Astray.swift: 'counts' fails, and is not declared (\(driver)): 1",
        "\(kept)/Mistakes/Mute.swift: The report names no mistake instead (\(driver)).",
      ]
    }
    return ofBoth + [
      "Exercises/F/Hints.md: It is missing.",
      "Exercises/F/notes.txt: It does not belong here.",
      "\(kept)/Alternatives: 1 right answers besides the reference; it needs 2.",
      "\(kept)/Mistakes: 4 mistakes besides the stub; it needs 6.",
      "\(kept)/Mistakes/Broken.swift: It does not compile: ",
      "\(kept)/Mistakes/Mute.swift: It looks like 'Broken': both fail 'names'.",
      "\(kept)/Mistakes/Torn.swift: The suite lets it through (factory).",
      "\(kept)/Mistakes/Torn.swift: The drivers disagree on 'counts': factory, hooks.",
      "-: The check 'idles' is idle: it catches no mistake.",
    ]
  }

  /// What is said of graded variants, from any thread.
  private final class Log: @unchecked Sendable {
    // Sendable, since the sentences are reached under the lock only.
    private let lock = NSLock()
    private var kept: [String] = []

    var sentences: [String] { lock.withLock { kept } }

    func add(_ sentence: String) {
      guard sentence.hasPrefix("[") else { return }
      lock.withLock { kept.append(sentence) }
    }
  }
}
