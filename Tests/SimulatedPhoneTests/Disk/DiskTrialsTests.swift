import Foundation
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

/// The driver of crash tests, on code that is right and on code that is not.
final class DiskTrialsTests: XCTestCase {
  private static func replace(
    _ contents: String, on disk: SimulatedDisk, flushes: Bool
  ) async throws {
    try await disk.write(Data(contents), to: "t")
    if flushes { try await disk.flush("t") }
    try await disk.rename("t", to: "a")
  }

  private func replacing(
    _ trials: DiskTrials = DiskTrials(),
    _ scenario: @escaping DiskTrials.Part
  ) -> DiskTrialReport {
    trials.run { disk, _ in
      try await Self.replace("old", on: disk, flushes: true)
    } _: { disk, trial in
      try await scenario(disk, trial)
      trial.note("replaced")
    } after: { disk, trial in
      let found = (try? await disk.read("a").text) ?? ""
      let allowed = trial.hasNoted("replaced") ? ["new"] : ["old", "new"]
      return allowed.contains(found) ? [] : ["Found '\(found)'."]
    }
  }

  func testARightReplacementIsSound() {
    let report = replacing { disk, _ in try await Self.replace("new", on: disk, flushes: true) }
    XCTAssertTrue(report.isSound, "\(report)")
    XCTAssertEqual(report.steps.map(\.operation.kind), [.write, .flush, .rename])
    // One to count; write and flush end in three ways, a rename in two; three survivals.
    XCTAssertEqual(report.trialCount, 1 + (3 + 3 + 2) * 3)
  }

  func testAForgottenFlushIsCaught() {
    let report = replacing { disk, _ in try await Self.replace("new", on: disk, flushes: false) }
    XCTAssertFalse(report.isSound)
    XCTAssertEqual(
      Set(report.failures.map { "\($0.mishap?.description ?? "none"), \($0.survival)" }),
      [
        "the app ends after step 2, nothing unflushed survived",
        "the app ends after step 2, half of what was unflushed survived",
      ])
  }

  func testWritingInPlaceIsCaughtAndTheTrailTellsWhere() {
    let report = replacing { disk, _ in
      try await disk.write(Data("new"), to: "a")
      try await disk.flush("a")
    }
    XCTAssertEqual(
      report.failures.first?.description,
      """
      When the app ends in the middle of step 1, and nothing unflushed survived (in-order):
        Found ''.
      The steps of the scenario:
        <- the app ends in the middle of step 1
      """)
    XCTAssertEqual(
      report.failures.last?.description,
      """
      When the app ends in the middle of step 2, and half of what was unflushed survived \
      (in-order):
        Found 'ne'.
      The steps of the scenario:
        1 write a, 3 bytes
        <- the app ends in the middle of step 2
      """)
  }

  func testAScenarioThatFailsByItselfIsRunOnce() {
    let report = replacing { disk, _ in try await disk.remove("b") }
    XCTAssertEqual(report.trialCount, 1)
    XCTAssertFalse(report.isSound)
    XCTAssertEqual(report.failures.first?.complaints, ["The scenario threw: There is no file 'b'."])
    XCTAssertNil(report.failures.first?.mishap)
  }

  func testADeadlockAfterTheEndIsAFailure() {
    let report = replacing { disk, trial in
      do { try await Self.replace("new", on: disk, flushes: true) } catch {
        try await trial.simulation.gate("never").pass()
      }
    }
    XCTAssertEqual(report.failures.count, report.trialCount - 1)
    XCTAssertTrue("\(report)".contains("never"), "\(report)")
  }

  func testTheFolderIsEmptiedAtEachStep() {
    let trials = DiskTrials(mishaps: [.emptied, .full], survivals: [.everything])
    let report = replacing(trials) { disk, _ in
      try await Self.replace("new", on: disk, flushes: true)
    }
    // Emptied before the flush or the rename, and full from the write on.
    XCTAssertEqual(
      report.failures.map { $0.mishap?.description },
      [
        "the disk is full from step 1 on",
        "the system empties the folder before step 2",
        "the system empties the folder before step 3",
      ])
  }

  func testNothingToTryIsNotSound() {
    let report = DiskTrials().run({ _, _ in }, after: { _, _ in [] })
    XCTAssertFalse(report.isSound)
  }
}
