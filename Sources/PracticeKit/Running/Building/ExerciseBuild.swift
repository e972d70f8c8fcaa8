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

  /// Builds, unless the answer breaks a rule.
  ///
  /// - Returns: The bundle, or why there is none.
  /// - Throws: ``GradingError`` where the build was stopped, took too long, or left no bundle. How
  ///   long it takes says more about the machine than about the answer, so that is no verdict.
  func run(
    in containment: Containment, limit: Duration, stop: StopSignal? = nil
  ) throws(GradingError) -> Result<TestBundle, BuildFailure> {
    let rules = AnswerRules(exercise: exercise, package: package)
    if let failure = failure(by: rules) { return .failure(failure) }
    let limits = ProcessLimits(
      time: limit, memory: .max, threads: .max, processes: .max, output: 2 << 20)
    let report = try containment.attempt(program, limits: limits, stop: stop)
    guard report.ending == .exited(0) else {
      if case .over = report.ending { throw .slowBuild(limit: limit) }
      return .failure(
        BuildFailure(output: report.output.text, package: package.path, answer: answer))
    }
    let products = scratch.appending(path: "debug")
    let compiled = CompiledImports(of: exercise, in: products).modules
    if let module = compiled.intersection(rules.refusedModules).min() {
      return .failure(
        BuildFailure(words: "\(answer): \(AnswerRules.sentence(importing: module))"))
    }
    return .success(try TestBundle(in: products))
  }

  /// What the rules have against the source; nothing where there is none, as the compiler says.
  private func failure(by rules: AnswerRules) -> BuildFailure? {
    let file = package.appending(path: answer)
    guard let bytes = try? Data(contentsOf: file) else { return nil }
    let errors = rules.errors(in: String(decoding: bytes, as: UTF8.self), file: answer)
    return errors.isEmpty ? nil : BuildFailure(errors, answer: answer)
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
