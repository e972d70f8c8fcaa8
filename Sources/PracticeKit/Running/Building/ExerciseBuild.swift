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
    if let failure = refusal { return .failure(failure) }
    if let failure = try perform(program, in: containment, limit: limit, stop: stop) {
      return .failure(failure)
    }
    if let failure = refusal(ofCompiledIn: products) { return .failure(failure) }
    return .success(try TestBundle(in: products))
  }

  /// Runs one program of a build.
  ///
  /// - Parameters:
  ///   - program: A compiler, or SwiftPM.
  ///   - containment: What it is run in.
  ///   - limit: How long it may take.
  ///   - stop: Ends it early when given.
  /// - Returns: Why it failed; nil where it did not.
  /// - Throws: ``GradingError`` where it was stopped or took too long.
  func perform(
    _ program: Program, in containment: Containment, limit: Duration, stop: StopSignal?
  ) throws(GradingError) -> BuildFailure? {
    let limits = ProcessLimits(
      time: limit, memory: .max, threads: .max, processes: .max, output: 2 << 20)
    let report = try containment.attempt(program, limits: limits, stop: stop)
    if report.ending == .exited(0) { return nil }
    if case .over = report.ending { throw .slowBuild(limit: limit) }
    return BuildFailure(output: report.output.text, package: package.path, answer: answer)
  }

  /// What the rules have against the source; nothing where there is none, as the compiler says.
  var refusal: BuildFailure? {
    let file = package.appending(path: answer)
    guard let bytes = try? Data(contentsOf: file) else { return nil }
    let errors = rules.errors(in: String(decoding: bytes, as: UTF8.self), file: answer)
    return errors.isEmpty ? nil : BuildFailure(errors, answer: answer)
  }

  /// What the rules have against the modules that the compiler has read for it.
  ///
  /// - Parameter products: The folder of the built products.
  /// - Returns: Nothing where it read none that are refused.
  func refusal(ofCompiledIn products: URL) -> BuildFailure? {
    let compiled = CompiledImports(of: exercise, in: products).modules
    guard let module = compiled.intersection(rules.refusedModules).min() else { return nil }
    return BuildFailure(words: "\(answer): \(AnswerRules.sentence(importing: module))")
  }

  /// Where SwiftPM puts what it builds.
  var products: URL { scratch.appending(path: "debug") }

  private var rules: AnswerRules { AnswerRules(exercise: exercise, package: package) }

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
