import Foundation

/// The package on disk: which exercises there are, and where their files lie.
struct Course: Sendable {
  /// The folder of the manifest.
  let package: URL
  /// The names of the exercises, sorted.
  let exercises: [String]

  /// The course in a folder or in the nearest folder above it.
  ///
  /// - Throws: ``CourseError`` where none of them holds the package.
  init(around folder: URL) throws(CourseError) {
    var place = folder.standardizedFileURL.resolvingSymlinksInPath()
    while !Self.isPackage(place) {
      guard place.path != "/", place.pathComponents.count > 1 else {
        throw .notFound(folder: folder.path)
      }
      place.deleteLastPathComponent()
    }
    self.init(package: place)
  }

  /// The course of a package.
  init(package: URL) {
    self.package = package
    exercises = Self.names(in: package.appending(path: "Exercises")).filter { name in
      let stub = package.appending(path: "Exercises/\(name)/\(name).swift")
      return FileManager.default.fileExists(atPath: stub.path)
    }
  }

  /// The name of an exercise as the folder spells it, whatever capitals were typed.
  ///
  /// - Throws: ``CourseError`` for an unknown one, with the nearest.
  func exercise(named name: String) throws(CourseError) -> String {
    if let found = exercises.first(where: { $0.lowercased() == name.lowercased() }) { return found }
    throw .unknown(name, near: Suggestion.nearest(to: name, among: exercises), known: exercises)
  }

  /// What lies in a folder of the package, sorted; empty where it does not exist. Hidden files are
  /// left out.
  static func names(in folder: URL) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  private static func isPackage(_ folder: URL) -> Bool {
    ["Package.swift", "Exercises", "Solutions"].allSatisfy { name in
      FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    }
  }
}
