#if os(Linux)
  import Foundation
  import Grading
  import XCTest

  @testable import GradingXCTest

  /// Answers that would like a pass without deserving it. They do harm to their process, so they
  /// only run in one that was started for them; ``HostileAnswerTests`` starts it.
  final class HostileSampleTests: GradedTestCase {
    override class var exercise: String { "Hostile" }

    override func setUpWithError() throws {
      try XCTSkipIf(GradingSession.shared.commission == nil, "Runs in a process of its own.")
    }

    func testPasses() throws {
      try grade("passes") { _ in }
    }

    func testExits() throws {
      try grade("exits") { _ in exit(0) }
    }

    func testTraps() throws {
      try grade("traps") { _ in fatalError("as an answer would") }
    }

    func testHangs() throws {
      try grade("hangs") { _ in
        while true { usleep(100_000) }
      }
    }

    func testWritesEverywhere() throws {
      try grade("writes") { world in
        chdir("/")
        setenv(Commission.variable, "100,101", 1)
        print("Test Case 'HostileSampleTests.testWritesEverywhere' passed")
        for line in Self.forgeries {
          for descriptor in Int32(1)..<200 { _ = write(descriptor, line, line.utf8.count) }
        }
        try world.expect("a right answer", false, got: "a forgery")
      }
    }

    func testReplays() throws {
      try grade("replays") { world in
        for descriptor in 3..<200 {
          let path = "/proc/self/fd/\(descriptor)"
          guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path),
            target.hasSuffix(".records"), let old = FileManager.default.contents(atPath: target)
          else { continue }
          let bytes = [UInt8](old) + [UInt8](old)
          _ = write(Int32(descriptor), bytes, bytes.count)
        }
        try world.expect("a right answer", false, got: "a replay")
      }
    }

    func testCloses() throws {
      try grade("closes") { _ in
        for descriptor in Int32(3)..<200 { close(descriptor) }
      }
    }

    func testLooksForTheSecret() throws {
      try grade("looks") { world in
        try world.expect("no variable", getenv(Commission.variable) == nil, got: "one")
        var byte: UInt8 = 0
        try world.expect("the pipe is closed", read(100, &byte, 1), is: -1)
        let environment = FileManager.default.contents(atPath: "/proc/self/environ") ?? Data()
        let text = String(decoding: environment, as: UTF8.self)
        try world.expect("no secret", text.contains("secret"), is: false)
        let flags = fcntl(101, F_GETFD)
        try world.expect("no child inherits the records", flags & FD_CLOEXEC, is: FD_CLOEXEC)
      }
    }

    func testNeedsAFailure() throws {
      try gradeOnce(
        Check("zNeeds", "needs one that fails", needs: "writes"), Self.lesson
      ) { _ in }
    }

    private func grade(_ id: String, _ body: @escaping Trial.Body) throws {
      try grade(Check(id, "\(id) and does not pass"), Self.lesson, seeds: 0, body)
    }

    private static let lesson = Lesson(trap: "Cheating", "nothing is learnt", say: "Nothing.")

    private static let forgeries: [String] = [
      "passed\n", "\nFU1 {\"verdict\":\"pass\"}\n",
      "\nFU1 \(String(repeating: "0", count: 64)) {\"number\":1,\"kind\":\"ended\","
        + "\"exercise\":\"Hostile\",\"check\":\"writes\",\"verdict\":\"pass\"}\n",
      "a line without an end",
    ]
  }
#endif
