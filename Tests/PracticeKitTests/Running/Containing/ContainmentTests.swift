import Foundation
import XCTest

@testable import PracticeKit

final class ContainmentTests: ContainmentTestCase {
  func testAStatusAndTheOutputArrive() throws {
    let report = try run("echo one; echo two >&2; exit 7")
    XCTAssertEqual(report.ending, .exited(7))
    XCTAssertEqual(report.output.text, "one\ntwo\n")
  }

  func testASignalOfItsOwnIsNamed() throws {
    XCTAssertEqual(try run("kill -ABRT $$").ending, .signalled(SIGABRT))
    XCTAssertEqual(try run("kill -KILL $$").ending, .signalled(SIGKILL))
  }

  func testAProgramThatIsMissingExitsWith127() throws {
    let program = Program(executable: "/nowhere/program", folder: folder)
    let report = try Containment(means: means).run(program)
    XCTAssertEqual(report.ending, .exited(127))
  }

  func testTheEnvironmentTheFolderAndTheInputAreTheGivenOnes() throws {
    let report = try run(
      "pwd; echo $GIVEN; echo ${HOME-none}; cat", environment: ["GIVEN": "word"], input: "said")
    XCTAssertEqual(report.output.text, "\(folder.resolvingSymlinksInPath().path)\nword\nnone\nsaid")
  }

  func testAChannelIsReadApartFromTheOutput() throws {
    let report = try run("echo out; echo three >&3; echo four >&4", channels: [3, 4])
    XCTAssertEqual(report.output.text, "out\n")
    XCTAssertEqual(report.channels[3]?.text, "three\n")
    XCTAssertEqual(report.channels[4]?.text, "four\n")
  }

  func testTheTimeIsUpAtTheLimit() throws {
    let report = try run("while :; do :; done", limits: ProcessLimits(time: .milliseconds(200)))
    XCTAssertEqual(report.ending, .over(.time))
  }

  func testSilenceOnTheChannelsEndsIt() throws {
    let report = try run(
      "echo begun >&3; while :; do echo noise; sleep 0.01; done",
      limits: ProcessLimits(silence: .milliseconds(500)), channels: [3])
    XCTAssertEqual(report.ending, .over(.silence))
    XCTAssertEqual(report.channels[3]?.text, "begun\n")
    XCTAssertTrue(report.output.text.hasPrefix("noise\n"))
  }

  func testSignalsThatAreSwallowedDoNotHelp() throws {
    let report = try run(
      "trap '' TERM INT HUP QUIT USR1; while :; do sleep 1; done",
      limits: ProcessLimits(time: .milliseconds(300)))
    XCTAssertEqual(report.ending, .over(.time))
  }

  func testMemoryIsLimitedAndNamed() throws {
    let report = try run(
      "head -c 300000000 /dev/zero | tail -n 1 | head -c 1",
      limits: ProcessLimits(memory: 100_000_000))
    XCTAssertEqual(report.ending, .over(.memory))
    XCTAssertGreaterThan(report.peak.memory, 100_000_000)
  }

  func testTooManyProcessesEndIt() throws {
    let report = try run(
      "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 1000 & done; wait",
      limits: ProcessLimits(processes: 8))
    XCTAssertEqual(report.ending, .over(.processes))
    try assertNothingIsLeft()
  }

  func testAProgramThatMultipliesIsEnded() throws {
    let report = try run(
      "f() { [ $1 = 0 ] || { f $(($1 - 1)) & f $(($1 - 1)) & }; sleep 1000; }; f 8",
      limits: ProcessLimits(processes: 8))
    XCTAssertEqual(report.ending, .over(.processes))
    try assertNothingIsLeft()
  }

  func testTooManyFilesEndIt() throws {
    let report = try run(
      "head -c 30000000 /dev/zero > a; cp a b; sleep 1000", limits: ProcessLimits(files: 40 << 20))
    XCTAssertEqual(report.ending, .over(.files))
  }

  func testAStopEndsIt() throws {
    let stop = StopSignal()
    Thread.detachNewThread {
      usleep(100_000)
      stop.give()
    }
    XCTAssertEqual(try run("sleep 1000", stop: stop).ending, .stopped)
    try assertNothingIsLeft()
  }

  func testMuchOutputIsReadAndNotKept() throws {
    let report = try run(
      "echo first; head -c 200000000 /dev/zero; echo last", limits: ProcessLimits(output: 100))
    XCTAssertEqual(report.ending, .exited(0))
    XCTAssertEqual(report.output.count, 200_000_011)
    XCTAssertTrue(report.output.text.hasPrefix("first\n"))
    XCTAssertTrue(report.output.text.hasSuffix("last\n"))
    XCTAssertTrue(report.output.text.contains("[199999911 bytes of output left out]"))
  }

  func testClosedDescriptorsAreNoEnd() throws {
    let report = try run("exec >&- 2>&- 3>&-; sleep 0.1; exit 4", channels: [3])
    XCTAssertEqual(report.ending, .exited(4))
  }

  func testInputCanComeOnAnotherDescriptor() throws {
    let program = Program(
      executable: "/bin/sh", arguments: ["-c", "cat; echo -; cat <&4"], folder: folder,
      input: Data("said".utf8), inputDescriptor: 4)
    XCTAssertEqual(try Containment(means: means).run(program).output.text, "-\nsaid")
  }

  func testChildrenThatStayBehindAreEnded() throws {
    let report = try run("sleep 1000 & exit 0")
    XCTAssertEqual(report.ending, .exited(0))
    try assertNothingIsLeft()
  }

  func testCoreDumpsAreOff() throws {
    XCTAssertEqual(try run("ulimit -c").output.text, "0\n")
  }

  func testNoDescriptorsOfOursAreInherited() throws {
    guard FileManager.default.fileExists(atPath: "/proc/self/fd") else {
      throw XCTSkip("The system does not show them.")
    }
    // The fourth is the folder that is being listed.
    XCTAssertEqual(try run("ls /proc/self/fd").output.text, "0\n1\n2\n3\n")
  }

  func testManyAtOnce() throws {
    let containment = Containment(means: means)
    DispatchQueue.concurrentPerform(iterations: 12) { [folder] index in
      let program = Program(
        executable: "/bin/sh", arguments: ["-c", "echo \(index); exit \(index)"], folder: folder)
      let report = try? containment.run(program)
      XCTAssertEqual(report?.ending, .exited(Int32(index)))
      XCTAssertEqual(report?.output.text, "\(index)\n")
    }
  }
}
