#if os(Linux)
  import Foundation
  import Grading
  import XCTest

  /// What an answer can do to the process that grades it, and what it gains by that: nothing.
  ///
  /// Each one runs in a real process, since that is what it attacks. A process takes some tens of
  /// milliseconds, and only the one that hangs waits for its deadline.
  final class HostileAnswerTests: XCTestCase {
    func testAnHonestPassIsBelieved() throws {
      let report = try grade("passes", "testPasses")
      XCTAssertEqual(report.verdict, .pass)
      XCTAssertEqual(report.notes, [])
    }

    func testAnExitWithStatusZeroIsACrash() throws {
      let report = try grade("exits", "testExits")
      XCTAssertEqual(report.checks.first?.verdict, .crashed)
      XCTAssertEqual(
        report.checks.first?.finding?.got,
        "the process ends by itself, with status 0, in the middle of the check")
    }

    func testATrapIsACrash() throws {
      XCTAssertEqual(try grade("traps", "testTraps").checks.first?.verdict, .crashed)
    }

    func testAHangIsAHang() throws {
      let report = try grade("hangs", "testHangs", deadline: 0.5)
      XCTAssertEqual(report.checks.first?.verdict, .hung)
      XCTAssertEqual(report.checks.first?.finding?.got, "no end after 0.5 s of real time")
    }

    func testWhatItWritesToAllDescriptorsIsIgnoredAndTold() throws {
      let report = try grade("writes", "testWritesEverywhere")
      XCTAssertEqual(report.checks.first?.verdict, .fail)
      XCTAssertEqual(report.checks.first?.finding?.got, "a forgery")
      XCTAssertTrue(report.notes.contains { $0.contains("wrong seal") }, "\(report.notes)")
    }

    func testReplayedRecordsAreIgnoredAndTold() throws {
      let report = try grade("replays", "testReplays")
      XCTAssertEqual(report.checks.first?.verdict, .fail)
      XCTAssertTrue(report.notes.contains { $0.contains("written before") }, "\(report.notes)")
    }

    func testWhoClosesTheDescriptorsIsNotHeard() throws {
      XCTAssertEqual(try grade("closes", "testCloses").checks.first?.verdict, .crashed)
    }

    func testTheSecretIsNowhereToBeFound() throws {
      let report = try grade("looks", "testLooksForTheSecret")
      XCTAssertEqual(report.verdict, .pass, report.text())
    }

    func testRecordsOfAnotherProcessProveNothing() throws {
      let evidence = try TestProcess.run(
        "GradingTests.HostileSampleTests/testPasses", Commission(.grade), checks: ["passes"])
      let line = try XCTUnwrap(evidence.records.last).line(sealedWith: Commission.freshSecret())
      var reader = RecordReader(secret: Commission.freshSecret())
      reader.read(line)
      XCTAssertEqual(reader.records, [])
    }

    func testAListTellsAllChecksAndRunsNone() throws {
      let evidence = try TestProcess.run("GradingTests.HostileSampleTests", Commission(.list))
      XCTAssertEqual(evidence.end, .exited(0))
      XCTAssertEqual(Set(evidence.records.map(\.kind)), [.listed])
      XCTAssertEqual(
        evidence.records.map(\.check).sorted(),
        [
          "closes", "exits", "hangs", "looks", "passes", "replays", "traps", "writes", "zNeeds",
        ])
      let needs = try XCTUnwrap(evidence.records.first { $0.check == "zNeeds" })
      XCTAssertEqual(needs.declaration?.needs, ["writes"])
      XCTAssertEqual(needs.test, "GradingTests.HostileSampleTests/testNeedsAFailure")
    }

    private func grade(
      _ id: String, _ test: String, deadline: Double = 20
    ) throws -> ExerciseReport {
      let evidence = try TestProcess.run(
        "GradingTests.HostileSampleTests/\(test)", Commission(.grade), checks: [id],
        deadline: deadline)
      return ExerciseReport("Hostile", checks: [Check(id, "an id")], evidence: [evidence])
    }
  }
#endif
