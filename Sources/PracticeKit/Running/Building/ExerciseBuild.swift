import Foundation

/// Builds one exercise's answer and its suite, in a scratch folder of its own.
struct ExerciseBuild: Sendable {
  /// The name of the exercise.
  var exercise: String
  /// The folder of the manifest.
  var package: URL
  /// The folder inside the package that holds the answers.
  var answers: String = "Exercises"
  /// Where SwiftPM keeps what it builds; nobody else's, so that no editor's lock is waited for.
  var scratch: URL
  /// What else SwiftPM is told: `--sanitize=thread`.
  var options: [String] = []
  /// What the manifest finds in its environment besides.
  var variables: [String: String] = [:]

  /// The answer's path in the package.
  var answer: String { "\(answers)/\(exercise)/\(exercise).swift" }

  /// Builds.
  ///
  /// - Returns: The bundle, or why there is none.
  /// - Throws: ``GradingError`` where the build was stopped, or left no bundle.
  func run(
    in containment: Containment, limit: Duration, stop: StopSignal? = nil
  ) throws(GradingError) -> Result<TestBundle, BuildFailure> {
    let limits = ProcessLimits(
      time: limit, memory: .max, threads: .max, processes: .max, output: 2 << 20)
    let report = try containment.attempt(program, limits: limits, stop: stop)
    guard report.ending == .exited(0) else {
      if case .over = report.ending {
        return .failure(BuildFailure(words: "The build did not end within \(limit)."))
      }
      return .failure(
        BuildFailure(output: report.output.text, package: package.path, answer: answer))
    }
    return .success(try TestBundle(in: scratch.appending(path: "debug")))
  }

  private var program: Program {
    var environment = ProcessInfo.processInfo.environment
    environment.merge(variables) { $1 }
    environment["FOLLOW_UPS_EXERCISE"] = exercise
    environment["FOLLOW_UPS_ANSWERS"] = answers
    let words = [
      "swift", "build", "--build-tests", "--package-path", package.path,
      "--scratch-path", scratch.path,
    ]
    return Program(
      executable: "/usr/bin/env", arguments: words + options, environment: environment,
      folder: package, isConfined: false)
  }
}
