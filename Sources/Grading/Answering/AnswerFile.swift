public import Foundation

/// The file that a candidate edits, and the stub that it was.
public struct AnswerFile: Sendable {
  /// The answer.
  public let answer: URL
  /// The stub, as it is kept with the mistakes.
  public let stub: URL

  /// The file of an exercise in a package.
  ///
  /// - Parameters:
  ///   - exercise: The name of the exercise.
  ///   - package: The folder that holds the manifest.
  ///   - answers: The folder inside the package that holds the answers.
  public init(_ exercise: String, in package: URL, answers: String = "Exercises") {
    answer = package.appending(path: "\(answers)/\(exercise)/\(exercise).swift")
    stub = package.appending(path: "Solutions/\(exercise)/Mistakes/Untouched.swift")
  }

  /// The file of an exercise, found from a file of its hidden suite: the next folder above that
  /// holds a manifest is the package. nil where no folder above holds one, as where the bundle
  /// was carried to another machine.
  ///
  /// - Parameters:
  ///   - exercise: The name of the exercise.
  ///   - suite: The path of the suite's file, `#filePath` there.
  ///   - environment: Where ``answersVariable`` may name another folder.
  public init?(
    _ exercise: String, above suite: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    var folder = URL(fileURLWithPath: suite).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
      guard folder.path != "/", folder.pathComponents.count > 1 else { return nil }
      folder.deleteLastPathComponent()
    }
    let named = environment[Self.answersVariable].flatMap { $0.isEmpty ? nil : $0 }
    self.init(exercise, in: folder, answers: named ?? "Exercises")
  }

  /// The variable by which the manifest takes the answers from another folder.
  public static let answersVariable = "FOLLOW_UPS_ANSWERS"

  /// Whether there is an answer, as there is none for a suite that only tests the kit.
  public var exists: Bool { FileManager.default.fileExists(atPath: answer.path) }

  /// Whether the answer is the stub still, byte for byte.
  ///
  /// Where either cannot be read the answer counts as started: whatever was compiled is graded,
  /// rather than skipped for a reason that nobody knows.
  public var isUntouched: Bool {
    guard let answer = try? Data(contentsOf: answer), let stub = try? Data(contentsOf: stub) else {
      return false
    }
    return answer == stub
  }
}
