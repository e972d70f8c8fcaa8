import Foundation
import XCTest

@testable import PracticeKit

/// What a confined program cannot do, each test where the machine has the means.
final class ConfinementTests: ContainmentTestCase {
  func testSessionsOfTheirOwnDoNotSaveChildren() throws {
    try XCTSkipUnless(means.processes != .group, "Only the group is known here.")
    let report = try run("(setsid sh -c '(sleep 1000 &) ; sleep 1000' &) ; sleep 0.3; exit 0")
    XCTAssertEqual(report.ending, .exited(0))
    try assertNothingIsLeft()
  }

  func testOnlyTheFolderCanBeWrittenTo() throws {
    try XCTSkipUnless(means.files != .none, "Files cannot be protected here.")
    let outside = FileManager.default.temporaryDirectory.appending(path: "outside-\(UUID())")
    try Data("kept".utf8).write(to: outside)
    defer { try? FileManager.default.removeItem(at: outside) }
    let report = try run(
      """
      echo inside > file && cat file
      echo changed > \(outside.path) || echo refused
      rm -f \(outside.path) || echo refused
      ln \(outside.path) file2 || echo refused
      echo more > \(outside.path)2 || echo refused
      echo nothing > /dev/null && echo device
      """)
    let refusals = report.output.text.split(separator: "\n").filter { $0 == "refused" }
    XCTAssertEqual(refusals.count, 4, report.output.text)
    XCTAssertTrue(report.output.text.hasPrefix("inside\n"))
    XCTAssertTrue(report.output.text.hasSuffix("device\n"), report.output.text)
    XCTAssertEqual(try String(contentsOf: outside, encoding: .utf8), "kept")
  }

  func testWeCannotBeSignalled() throws {
    try XCTSkipUnless(means.files == .landlock, "Signals are not confined here.")
    let report = try run("kill -0 \(getpid()) && echo seen")
    XCTAssertFalse(report.output.text.contains("seen"))
  }

  func testTheNetworkIsAway() throws {
    try XCTSkipUnless(means.network == .namespace, "The network can be reached.")
    // In an empty namespace the only interface is the loopback, and that is down.
    let report = try run("tail -n +3 /proc/thread-self/net/dev | cut -d: -f1")
    XCTAssertEqual(report.output.text.trimmingCharacters(in: .whitespacesAndNewlines), "lo")
  }

  func testWhatIsStartedFreelyIsNotConfined() throws {
    let outside = FileManager.default.temporaryDirectory.appending(path: "outside-\(UUID())")
    defer { try? FileManager.default.removeItem(at: outside) }
    let program = Program(
      executable: "/usr/bin/touch", arguments: [outside.path], folder: folder, isConfined: false)
    XCTAssertEqual(try Containment().run(program).ending, .exited(0))
    XCTAssertTrue(FileManager.default.fileExists(atPath: outside.path))
  }

  func testGapsAreSaidOneSentenceEach() {
    let whole = ContainmentMeans(processes: .namespace, files: .landlock, network: .namespace)
    XCTAssertEqual(whole.gaps, [])
    let bare = ContainmentMeans(processes: .group, files: .none, network: .none)
    XCTAssertEqual(bare.gaps.count, 3)
  }
}
