import Foundation

/// A package with exercises in a folder of its own, for tests that break it.
struct TemporaryCourse {
  let package: URL

  init() throws {
    package = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "course-\(UUID().uuidString)")
    try write("// no manifest\n", to: "Package.swift")
  }

  func remove() {
    try? FileManager.default.removeItem(at: package)
  }

  func write(_ text: String, to path: String) throws {
    let file = package.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func removeFile(_ path: String) throws {
    try FileManager.default.removeItem(at: package.appending(path: path))
  }

  /// Writes an exercise that has all that one needs.
  func writeExercise(_ name: String) throws {
    try writeExercise(
      name, stub: "public func twice(_ number: Int) -> Int { 0 }\n",
      reference: "public func twice(_ number: Int) -> Int { number * 2 }\n")
    for number in 1...2 {
      try write("// Way \(number)\n", to: "Solutions/\(name)/Alternatives/A\(number).swift")
    }
    for number in 1...6 {
      try write(
        "// Wrong \(number)\n// Fails: c\(number)\n",
        to: "Solutions/\(name)/Mistakes/M\(number).swift")
    }
    try write("// A suite\n", to: "Tests/Exercises/\(name)Tests/\(name)Tests.swift")
  }

  /// Writes an exercise that lacks its suite and all variants but the stub and the reference.
  func writeExercise(_ name: String, stub: String, reference: String) throws {
    let words = Array(repeating: "word", count: 30).joined(separator: " ")
    try write("# \(name)\n\n\(words)\n", to: "Exercises/\(name)/Prompt.md")
    try write(
      "# Hints\n\n## 1\n\nOne.\n\n## 2\n\nTwo.\n\n## 3\n\n```\nx\n```\n",
      to: "Exercises/\(name)/Hints.md")
    try write(stub, to: "Exercises/\(name)/\(name).swift")
    try write(reference, to: "Solutions/\(name)/\(name).swift")
    try write("# Commentary\n\n\(words)\n", to: "Solutions/\(name)/Commentary.md")
    try write(stub, to: "Solutions/\(name)/Mistakes/Untouched.swift")
  }
}
