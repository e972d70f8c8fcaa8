import Foundation
import Grading
import Simulation
import XCTest

/// What the records of processes come to.
final class ExerciseReportTests: XCTestCase {
  private let checks = [
    Check("a", "the first"), Check("b", "the second", .senior, needs: "a"),
    Check("c", "the third", .staff, needs: "b"), Check("d", "the fourth"),
  ]

  func testAllPassesMakeAPass() {
    let report = report([evidence(["a": .pass, "b": .pass, "c": .pass, "d": .pass])])
    XCTAssertEqual(report.verdict, .pass)
    XCTAssertEqual(report.passed, 4)
    XCTAssertNil(report.mistake)
  }

  func testWithoutEvidenceNothingPasses() {
    XCTAssertEqual(report([]).verdict, .fail)
    XCTAssertEqual(report([]).checks.first?.verdict, .crashed)
    let silent = Evidence(of: ["a", "d"], records: [], end: .exited(0))
    XCTAssertEqual(
      report([silent]).checks.map(\.verdict), [.crashed, .skipped, .skipped, .crashed])
    XCTAssertEqual(ExerciseReport("Toy", checks: [], evidence: [silent]).verdict, .fail)
  }

  func testWhatNeedsAFailureIsSkippedWhereverItRan() {
    let report = report([
      evidence(["c": .pass, "b": .pass]), evidence(["a": .fail]), evidence(["d": .pass]),
    ])
    XCTAssertEqual(report.checks.map(\.verdict), [.fail, .skipped, .skipped, .pass])
    XCTAssertEqual(
      report.checks.map(\.words),
      [nil, "needs a, which failed", "needs b, which is skipped", nil])
  }

  func testANeedThatNobodyKnowsIsASkipAndANote() {
    let check = Check("a", "the first", needs: "z")
    let report = ExerciseReport("Toy", checks: [check], evidence: [evidence(["a": .pass])])
    XCTAssertEqual(report.checks.first?.verdict, .skipped)
    XCTAssertEqual(report.notes, ["a needs z, which the suite does not have."])
  }

  func testNeedsInACircleEnd() {
    let circle = [Check("a", "", needs: "b"), Check("b", "", needs: "a")]
    let report = ExerciseReport(
      "Toy", checks: circle, evidence: [evidence(["a": .fail, "b": .pass])])
    XCTAssertEqual(report.checks.map(\.verdict), [.skipped, .skipped])
  }

  func testWhatBeganAndDidNotEndIsToldByTheEndOfItsProcess() {
    var began = evidence([:])
    began.checks = ["a", "d"]
    began.records = [GradingRecord(0, .began, exercise: "Toy", check: "a")]
    let ends: [(ProcessEnd, Verdict)] = [
      (.exited(0), .crashed), (.signalled(4), .crashed), (.pastDeadline(seconds: 10), .hung),
      (.pastMemory(bytes: 1 << 30), .overMemory),
    ]
    for (end, verdict) in ends {
      began.end = end
      let report = report([began])
      XCTAssertEqual(report.checks.first?.verdict, verdict)
      XCTAssertNotNil(report.checks.first?.finding)
      XCTAssertEqual(report.checks.last?.verdict, .crashed)
      XCTAssertEqual(report.checks.last?.words, "it was not reached: the process ended before")
    }
  }

  func testTheWorstOfSeveralRunsCounts() {
    let report = report([evidence(["a": .pass]), evidence(["a": .fail]), evidence(["a": .pass])])
    XCTAssertEqual(report.checks.first?.verdict, .fail)
  }

  func testAProcessVouchesForItsChecksAndItsExerciseOnly() {
    var other = evidence(["a": .pass])
    other.checks = ["d"]
    XCTAssertEqual(report([other]).checks.first?.verdict, .crashed)
    let foreign = evidence(["a": .pass], exercise: "Other")
    XCTAssertEqual(report([foreign]).checks.first?.verdict, .crashed)
  }

  func testAMistakeIsNamedWhereExactlyOneFits() {
    let run = [evidence(["a": .pass, "b": .fail, "c": .pass, "d": .fail])]
    let fits = Mistake("Fits", title: "it fits", fails: ["b", "d"])
    let other = Mistake("Other", title: "it does not", fails: ["b"])
    XCTAssertEqual(report(run, [other, fits]).mistake, fits)
    XCTAssertNil(report(run, [other]).mistake)
    XCTAssertNil(report(run, [fits, Mistake("Twin", title: "", fails: ["b", "d"])]).mistake)
    let all = [evidence(["a": .pass, "b": .pass, "c": .pass, "d": .pass])]
    XCTAssertNil(report(all, [Mistake("Idle", title: "", fails: [])]).mistake)
  }

  func testNoMistakeIsNamedWhereRealTimeOrThreadsMadeChecksFail() {
    let fits = Mistake("Fits", title: "it fits", fails: ["b", "d"])
    for kind in [Finding.Kind.rawSleep, .foreignWork] {
      var run = evidence(["a": .pass, "b": .fail, "c": .pass, "d": .fail])
      let last = run.records.indices.last { run.records[$0].finding != nil }
      run.records[last!].finding?.kind = kind
      XCTAssertNil(report([run], [fits]).mistake)
    }
  }

  func testADeathAfterTheVerdictIsANote() {
    var late = evidence(["a": .pass])
    late.end = .signalled(11)
    XCTAssertEqual(report([late]).notes, ["After a the process died of signal 11."])
  }

  func testJSONSurvivesAndALaterVersionIsRefused() throws {
    var report = report([evidence(["a": .fail, "d": .pass])])
    report.checks[0].finding?.seed = .max
    XCTAssertEqual(try ExerciseReport(json: report.json()), report)
    let later = String(decoding: try report.json(), as: UTF8.self)
      .replacing("\"schemaVersion\" : 1", with: "\"schemaVersion\" : 2")
    XCTAssertThrowsError(try ExerciseReport(json: Data(later.utf8)))
  }

  private func report(_ evidence: [Evidence], _ mistakes: [Mistake] = []) -> ExerciseReport {
    ExerciseReport("Toy", checks: checks, evidence: evidence, mistakes: mistakes)
  }

  private func evidence(_ verdicts: [String: Verdict], exercise: String = "Toy") -> Evidence {
    let records = verdicts.sorted { $0.key < $1.key }.enumerated().map { number, entry in
      var record = GradingRecord(number, .ended, exercise: exercise, check: entry.key)
      record.verdict = entry.value
      record.seconds = 0.25
      if entry.value == .fail {
        record.finding = Finding(
          .expectation, expected: "x", got: "y", Lesson(trap: "t", "s", say: "z"))
      }
      return record
    }
    return Evidence(of: verdicts.keys.sorted(), records: records, end: .exited(1))
  }
}
