import Foundation
import XCTest

/// The manifest with two exercises in its list, as SwiftPM reads it.
///
/// SwiftPM is asked for the description of a copy in a temporary folder; nothing is built.
final class ManifestTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    let manifest = try String(
      contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    let changed = manifest.replacing(
      /let exercises: \[String\] = \[[^\]]*\]/, with: #"let exercises = ["First", "Second"]"#)
    XCTAssertNotEqual(changed, manifest, "The manifest has no list of exercises.")
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try changed.write(
      to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
  }

  override func tearDownWithError() throws {
    try? FileManager.default.removeItem(at: folder)
  }

  func testEachExerciseHasItsThreeTargets() throws {
    let targets = try targets()
    XCTAssertEqual(targets["First"], "Exercises/First")
    XCTAssertEqual(targets["FirstSolution"], "Solutions/First")
    XCTAssertEqual(targets["FirstTests"], "Tests/Exercises/FirstTests")
    XCTAssertEqual(targets["Second"], "Exercises/Second")
    XCTAssertNotNil(targets["SimulationTests"])
  }

  func testOneVariableNarrowsToOneExercise() throws {
    let targets = try targets(["FOLLOW_UPS_EXERCISE": "Second"])
    XCTAssertNil(targets["First"])
    XCTAssertEqual(targets["Second"], "Exercises/Second")
    XCTAssertEqual(targets.keys.filter { $0.hasSuffix("Tests") }, ["SecondTests"])
    XCTAssertNotNil(targets["Simulation"])
    XCTAssertNotNil(targets["SimulatedApp"])
    for name in ["PracticeKit", "practice", "FlingBenchmark"] { XCTAssertNil(targets[name], name) }
  }

  func testAnotherVariableChoosesTheAnswers() throws {
    let targets = try targets([
      "FOLLOW_UPS_EXERCISE": "Second", "FOLLOW_UPS_ANSWERS": ".practice/answers",
    ])
    XCTAssertEqual(targets["Second"], ".practice/answers/Second")
    XCTAssertEqual(targets["SecondSolution"], "Solutions/Second")
  }

  func testAnEmptyVariableIsNotSet() throws {
    let targets = try targets(["FOLLOW_UPS_EXERCISE": "", "FOLLOW_UPS_ANSWERS": ""])
    XCTAssertEqual(targets["First"], "Exercises/First")
    XCTAssertNotNil(targets["SimulationTests"])
  }

  func testAnUnknownExerciseIsNamedWithTheKnownOnes() throws {
    let result = try describe(["FOLLOW_UPS_EXERCISE": "Third"])
    XCTAssertNotEqual(result.status, 0)
    let sentence = "FOLLOW_UPS_EXERCISE names no exercise: 'Third'. Known: First, Second."
    XCTAssertTrue(result.errors.contains(sentence), result.errors)
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of all targets by name; an empty path where it is the usual one.
  private func targets(_ variables: [String: String] = [:]) throws -> [String: String] {
    struct Description: Decodable {
      struct Target: Decodable {
        var name: String
        var path: String?
      }
      var targets: [Target]
    }
    let result = try describe(variables)
    XCTAssertEqual(result.status, 0, result.errors)
    let description = try JSONDecoder().decode(Description.self, from: result.output)
    return Dictionary(uniqueKeysWithValues: description.targets.map { ($0.name, $0.path ?? "") })
  }

  private func describe(
    _ variables: [String: String]
  ) throws -> (status: Int32, output: Data, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "package", "--package-path", folder.path, "dump-package"]
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("FOLLOW_UPS_") }.merging(variables) { $1 }
    let files = try ["output", "errors"].map { name in
      let file = folder.appending(path: name)
      try Data().write(to: file)
      return file
    }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, try Data(contentsOf: files[0]),
      try String(contentsOf: files[1], encoding: .utf8)
    )
  }
}
