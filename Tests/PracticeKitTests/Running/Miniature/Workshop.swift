import Foundation
import XCTest

@testable import PracticeKit

/// Compiles answers of the miniature exercise against the kit as it was built for these tests, and
/// links each with a suite that is compiled once: a fraction of what SwiftPM takes.
struct Workshop: Sendable {
  let folder: URL

  /// Compiles the suite.
  init() throws {
    try XCTSkipUnless(Self.isPossible, "Bundles are linked by hand on Linux only.")
    folder = try Self.makeFolder()
    do {
      try write(Miniature.answer, to: "Miniature.swift")
      try write(Miniature.suite, to: "Suite.swift")
      try write(Miniature.main, to: "main.swift")
      try compile(
        ["-emit-module", "-parse-as-library", "-module-name", "Miniature"],
        ["Miniature.swift"])
      try compile(
        [
          "-c", "-wmo", "-module-name", "MiniatureTests", "-I", Self.modules.path, "-I", ".",
          "-o", "Suite.o",
        ],
        ["Suite.swift", "main.swift"])
    } catch {
      remove()
      throw error
    }
  }

  /// Whether bundles can be linked here.
  static var isPossible: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  /// Builds a bundle with an answer.
  func bundle(named name: String, answer: String) throws -> TestBundle {
    try write(answer, to: "\(name).swift")
    try compile(
      ["-c", "-parse-as-library", "-module-name", "Miniature", "-o", "\(name).o"],
      ["\(name).swift"])
    try compile(["-o", "\(name).xctest", "-lXCTest"], ["\(name).o", "Suite.o"] + Self.objects)
    return TestBundle(at: folder.appending(path: "\(name).xctest"))
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The folder of the kit's built modules.
  private static var modules: URL { products.appending(path: "Modules") }

  /// The compiled headers of the system.
  private static var moduleCache: URL { products.appending(path: "ModuleCache") }

  /// What the adapter consists of, as object files: those that this very bundle was linked from.
  /// The folders themselves also keep what was compiled from files that are gone.
  private static var objects: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: products.path)) ?? []
    guard let bundle = names.first(where: { $0.hasSuffix("PackageTests.product") }),
      let list = try? String(
        contentsOf: products.appending(path: "\(bundle)/Objects.LinkFileList"), encoding: .utf8)
    else { return [] }
    let parts = ["Simulation", "Grading", "GradingXCTest"].map { "/\($0).build/" }
    return list.split(separator: "\n").map { line in
      line.trimmingCharacters(in: CharacterSet(charactersIn: "\"'"))
    }.filter { path in
      parts.contains { path.contains($0) }
    }
  }

  /// The manifest of a package whose suites use the kit as it was built for these tests.
  static var manifest: String {
    Miniature.manifest(objects: objects)
  }

  /// What SwiftPM has to be told for it: where the kit's modules are, and the compiled headers of
  /// the system, which are the same as the kit's: half a minute saved.
  static var options: [String] {
    ["-I", modules.path, "-module-cache-path", moduleCache.path].flatMap { ["-Xswiftc", $0] }
  }

  /// A new folder, by its real path.
  static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "miniature-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private static var products: URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    while folder.path != "/", !isProducts(folder) { folder.deleteLastPathComponent() }
    return folder
  }

  private static func isProducts(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "Grading.build").path)
  }

  private func write(_ text: String, to name: String) throws {
    try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
  }

  private func compile(_ options: [String], _ files: [String]) throws {
    let program = Program(
      executable: "/usr/bin/env", arguments: ["swiftc", "-swift-version", "6"] + options + files,
      environment: ProcessInfo.processInfo.environment, folder: folder, isConfined: false)
    let limits = ProcessLimits(
      time: .seconds(600), memory: .max, threads: .max, processes: .max)
    let report = try Containment().run(program, limits: limits)
    guard report.ending == .exited(0) else { throw Failure(output: report.output.text) }
  }

  /// The compiler did not take something that it should.
  struct Failure: Error, CustomStringConvertible {
    var output: String
    var description: String { output }
  }
}
