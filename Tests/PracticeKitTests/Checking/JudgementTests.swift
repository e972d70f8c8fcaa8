import Grading
import XCTest

@testable import PracticeKit

final class JudgementTests: XCTestCase {
  private let reference = Variant(
    kind: .reference, name: "Twice", title: "the reference", fails: [], path: "Twice.swift")
  private let stub = Variant(
    kind: .stub, name: "Untouched", title: "the stub", fails: [], path: "Untouched.swift")

  private func mistake(_ name: String, fails: Set<String>) -> Variant {
    Variant(kind: .mistake, name: name, title: name, fails: fails, path: "\(name).swift")
  }

  /// An outcome with three checks: those that fail, those that are skipped, and others that pass.
  private func outcome(
    _ failed: [String: Verdict] = [:], recognised: String? = nil
  ) -> VariantOutcome {
    let checks = ["a": Verdict.pass, "b": .pass, "c": .pass].merging(failed) { $1 }
    let passes = checks.values.allSatisfy { $0 == .pass }
    return VariantOutcome(
      verdict: passes ? .pass : .fail, checks: checks, recognised: recognised)
  }

  /// Mistakes that make all three checks work, and the reference and the stub as they should be.
  private var whole: [(Variant, VariantOutcome)] {
    [
      (stub, outcome(["a": .fail, "b": .crashed, "c": .skipped])),
      (reference, outcome()),
      (mistake("A", fails: ["a"]), outcome(["a": .fail], recognised: "A")),
      (mistake("BC", fails: ["b", "c"]), outcome(["b": .fail, "c": .hung], recognised: "BC")),
    ]
  }

  private func faults(changing change: (inout [(Variant, VariantOutcome)]) -> Void) -> [String] {
    var graded = whole
    change(&graded)
    return Judgement(graded.map { variant, outcome in (variant, [("factory", outcome)]) }).faults
      .map { "\($0.path ?? "-"): \($0.sentence)" }
  }

  func testWhatIsAsDeclaredHasNoFault() {
    XCTAssertEqual(faults { _ in }, [])
  }

  func testACheckThatCatchesNothingIsIdle() {
    XCTAssertEqual(
      faults { $0.remove(at: 2) }, ["-: The check 'a' is idle: it catches no mistake."])
  }

  func testAMistakeThatDoesNotCompileIsNamed() {
    XCTAssertEqual(
      faults { $0[2].1 = VariantOutcome(verdict: .didNotBuild, words: "no such type") },
      ["A.swift: It does not compile: no such type"])
  }

  func testAMistakeThatIsCaughtByTheWrongCheckIsNamed() {
    XCTAssertEqual(
      faults { $0[2].1 = self.outcome(["b": .fail]) },
      [
        "A.swift: 'a' should fail, and does not (factory).",
        "A.swift: 'b' fails, and is not declared (factory)",
      ])
  }

  func testAMistakeThatGetsThroughIsNamed() {
    XCTAssertEqual(
      faults { $0[2].1 = self.outcome() }, ["A.swift: The suite lets it through (factory)."])
  }

  func testAMistakeWithAnUnknownCheckIsNamed() {
    XCTAssertEqual(
      faults { $0[2].0 = self.mistake("A", fails: ["a", "z"]) },
      ["A.swift: It declares 'z', which the suite does not have."])
  }

  func testTwoMistakesThatLookAlikeAreNamed() {
    XCTAssertEqual(
      faults {
        $0.append((self.mistake("A2", fails: ["a"]), self.outcome(["a": .fail], recognised: "A2")))
      }, ["A2.swift: It looks like 'A': both fail 'a'."])
  }

  func testAMistakeThatIsCaughtByLuckIsNamed() {
    func faults(_ failed: Int, of tried: Int) -> [String] {
      self.faults { $0[2].1.counts = ["a": FailureCount(tried: tried, failed: failed)] }
    }
    XCTAssertEqual(
      faults(4, of: 100),
      [
        "A.swift: 'a' catches it by luck: under 4 of 100 schedules (factory). "
          + "Arrange with gates what must happen."
      ])
    XCTAssertEqual(faults(5, of: 100), [])
    XCTAssertEqual(faults(3, of: 8).count, 1, "of few schedules more have to fail")
    XCTAssertEqual(faults(4, of: 8), [])
    XCTAssertEqual(faults(1, of: 1), [])
  }

  func testAReportThatNamesAnotherMistakeIsNamed() {
    XCTAssertEqual(
      faults { $0[2].1 = self.outcome(["a": .fail], recognised: "BC") },
      ["A.swift: The report names 'BC' instead (factory)."])
    XCTAssertEqual(
      faults { $0[2].1 = self.outcome(["a": .fail]) },
      ["A.swift: The report names no mistake instead (factory)."])
  }

  func testARightAnswerThatIsRejectedIsNamed() {
    XCTAssertEqual(
      faults { $0[1].1 = self.outcome(["c": .fail]) },
      ["Twice.swift: A right answer fails 'c' (factory)"])
  }

  func testARightAnswerThatIsSkippedForNoFailureIsNamed() {
    XCTAssertEqual(
      faults { $0[1].1 = self.outcome(["c": .skipped]) },
      ["Twice.swift: A right answer does not pass 'c' (factory)."])
  }

  func testAStubThatPassesIsNamed() {
    XCTAssertEqual(
      faults { $0[0].1 = self.outcome(["b": .fail, "c": .fail]) },
      ["Untouched.swift: The stub passes 'a' (factory)."])
  }

  func testDriversThatDisagreeAreNamed() {
    var graded: [(variant: Variant, outcomes: Judgement.Outcomes)] = whole.map {
      ($0.0, [("factory", $0.1), ("hooks", $0.1)])
    }
    graded[3].outcomes[1].outcome = outcome(["b": .fail], recognised: nil)
    XCTAssertEqual(
      Judgement(graded).faults.map(\.sentence),
      [
        "'c' should fail, and does not (hooks).",
        "The drivers disagree on 'c': factory, hooks.",
      ])
  }
}
