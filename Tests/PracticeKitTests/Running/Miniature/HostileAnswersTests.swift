import Foundation
import Grading
import XCTest

@testable import PracticeKit

/// Answers that do harm: each gets its verdict, the other checks keep theirs, nothing is left
/// running, and the package is as it was.
///
/// Once by default. `FOLLOW_UPS_REPEATS` sets another number, for the proof that it is no luck; then
/// each round says how many were right.
final class HostileAnswersTests: XCTestCase {
  func testEachGetsItsVerdictAndHarmsNobody() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let package = try Workshop.makeFolder()
    defer { try? FileManager.default.removeItem(at: package) }
    try fill(package)
    let before = try contents(of: package)
    let mark = "answers-\(UUID().uuidString)"

    // Those that use up their time begin first, so that nobody waits for them at the end.
    let all = HostileAnswer.all(package: package.path)
    let answers = all.filter { $0.verdict == .hung } + all.filter { $0.verdict != .hung }
    XCTAssertEqual(Set(answers.map(\.name)).count, answers.count)
    XCTAssertGreaterThanOrEqual(answers.count, 30)
    let bundles = Self.inParallel(answers) { answer in
      try workshop.bundle(named: answer.name, answer: answer.source)
    }
    for round in 1...Self.repeats {
      let right = Self.inParallel(Array(zip(answers, bundles))) { answer, bundle in
        guard let bundle else { return false }
        let faults = try Self.means(for: answer).flatMap { means in
          Self.faults(try Self.grade(bundle, answer, package, mark, means), of: answer, means)
        }
        for fault in faults { XCTFail(fault) }
        return faults.isEmpty
      }
      XCTAssertEqual(Self.processes(carrying: mark), [])
      XCTAssertEqual(Self.zombies(), [])
      if Self.repeats > 1 {
        print("Round \(round): \(right.count { $0 == true }) of \(answers.count) right.")
        fflush(nil)
      }
    }
    if ContainmentMeans.here.files != .none {
      XCTAssertEqual(try contents(of: package), before)
    }
  }

  private static var repeats: Int {
    let text = ProcessInfo.processInfo.environment["FOLLOW_UPS_REPEATS"]
    return max(1, text.flatMap { Int($0) } ?? 1)
  }

  /// Does something with each, ten at a time: most of those that take long only wait.
  ///
  /// - Returns: The results in order of the values; nil where it threw, which is a failure.
  private static func inParallel<Value: Sendable, Result: Sendable>(
    _ values: [Value], _ body: @escaping @Sendable (Value) throws -> Result
  ) -> [Result?] {
    let results = Outcomes<Result?>(count: values.count)
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 10
    for (index, value) in values.enumerated() {
      queue.addOperation {
        do {
          results[index] = .some(try body(value))
        } catch {
          XCTFail("\(value): \(error)")
          results[index] = .some(nil)
        }
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    return results.all
  }

  private static func means(for answer: HostileAnswer) -> [ContainmentMeans] {
    var weak = ContainmentMeans.here
    guard answer.isAboutProcesses, weak.processes == .namespace else { return [weak] }
    weak.processes = .descent
    weak.network = .none
    return [.here, weak]
  }

  private static func grade(
    _ bundle: TestBundle, _ answer: HostileAnswer, _ package: URL, _ mark: String,
    _ means: ContainmentMeans
  ) throws -> ExerciseReport {
    let build = ExerciseBuild(
      exercise: "Miniature", package: package, answers: mark, scratch: bundle.url)
    var runner = ExerciseRunner(build: build)
    runner.plan = SchedulePlan(seeds: 2)
    // Who hangs takes all the time that there is; for all others there is plenty.
    let hangs = answer.verdict == .hung
    runner.limits = GradingLimits(
      check: .seconds(hangs ? 5 : 120), silence: .seconds(hangs ? 2 : 60), memory: 512 << 20,
      threads: 600, files: 80 << 20)
    runner.containment = Containment(means: means)
    return try runner.grade(bundle)
  }

  /// What is not as it has to be in a report.
  private static func faults(
    _ report: ExerciseReport, of answer: HostileAnswer, _ means: ContainmentMeans
  ) -> [String] {
    let about = "\(answer.name), \(means.processes)"
    var faults: [String] = []
    if report.checks.map(\.check.id) != ["doubles", "counts", "names"] { faults.append(about) }
    for check in report.checks {
      let expected = check.check.id == answer.check ? answer.verdict : .pass
      if check.verdict != expected { faults.append("\(about): \(report.text())") }
      if check.check.id == answer.check, let says = answer.says {
        let got = check.finding?.got ?? ""
        if !got.contains(says) { faults.append("\(about): \(got)") }
      }
    }
    return faults
  }

  private func fill(_ package: URL) throws {
    for (folder, text) in ["Solutions": Miniature.answer, "Tests": Miniature.suite] {
      let folder = package.appending(path: folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let name = folder.lastPathComponent == "Tests" ? "Suite.swift" : "Miniature.swift"
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
  }

  /// All paths in a folder, with the bytes of the files.
  private func contents(of folder: URL) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      contents[path] = (try? Data(contentsOf: folder.appending(path: path))) ?? Data()
    }
    return contents
  }

  /// Our children that have ended and were not reaped.
  private static func zombies() -> [String] {
    #if os(Linux)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.filter { name in
        guard let pid = pid_t(name), let entry = ProcessEntry(pid) else { return false }
        return entry.parent == getpid() && entry.isDead
      }
    #else
      []
    #endif
  }

  /// The numbers of the processes whose environment has this word in it.
  private static func processes(carrying word: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.filter { name in
      guard Int(name) != nil,
        let bytes = SmallFile.bytes(of: "/proc/\(name)/environ", limit: 1 << 16)
      else { return false }
      return String(decoding: bytes, as: UTF8.self).contains(word)
    }
  }
}
