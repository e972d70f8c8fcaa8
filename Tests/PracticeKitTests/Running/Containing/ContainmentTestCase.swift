import Foundation
import XCTest

@testable import PracticeKit

/// Runs programs of the shell in a folder of their own.
class ContainmentTestCase: XCTestCase {
  /// The means of this machine.
  let means = ContainmentMeans.here
  /// Those that are left where no namespace is to be had, which is so in most containers.
  var weakMeans: ContainmentMeans {
    var weak = means
    if weak.processes == .namespace { weak.processes = .descent }
    if weak.network == .namespace { weak.network = weak.files == .landlock ? .landlock : .none }
    return weak
  }
  private(set) var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "contained-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(at: folder)
  }

  /// Runs a script of the shell, with the weak means first, and holds the two endings equal.
  ///
  /// - Returns: The report of the strong means.
  func run(
    _ script: String, environment: [String: String] = [:],
    limits: ProcessLimits = ProcessLimits(), input: String = "", channels: [Int32] = [],
    stop: StopSignal? = nil
  ) throws -> ProcessReport {
    var environment = environment
    environment["PATH"] = "/usr/bin:/bin:/usr/sbin:/sbin"
    environment["RUN_FOLDER"] = folder.path
    let program = Program(
      executable: "/bin/sh", arguments: ["-c", script], environment: environment, folder: folder,
      input: Data(input.utf8), channels: channels)
    var limits = limits
    // Generous: what a test is about comes long before, on a busy machine too.
    if limits.time == ProcessLimits().time { limits.time = .seconds(120) }
    let weak = try Containment(means: weakMeans).run(program, limits: limits, stop: stop)
    let report = try Containment(means: means).run(program, limits: limits, stop: stop)
    XCTAssertEqual(weak.ending, report.ending, "The weaker means see another ending.")
    return report
  }

  /// Looks for a process that still works in this test's folder.
  func assertNothingIsLeft(file: StaticString = #filePath, line: UInt = #line) throws {
    guard FileManager.default.fileExists(atPath: "/proc/self/fd") else { return }
    let path = folder.resolvingSymlinksInPath().path
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int(name) != nil
    {
      let works = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(name)/cwd")
      let environment = SmallFile.bytes(of: "/proc/\(name)/environ", limit: 1 << 16) ?? []
      let carries = String(decoding: environment, as: UTF8.self)
        .contains("RUN_FOLDER=\(folder.path)")
      XCTAssertFalse(works == path || carries, "Process \(name) is left.", file: file, line: line)
    }
  }
}
