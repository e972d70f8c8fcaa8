import Foundation
import Grading

/// Grades variants, one after the other, in folders of its own.
struct VariantGrader {
  /// One driver, and the schedules to try under it.
  struct Pass: Codable, Hashable, Sendable {
    var driver: String
    var plan: SchedulePlan
  }

  let package: URL
  /// What tells it from others that work at the same time.
  let number: Int
  /// What else SwiftPM is told.
  let options: [String]
  let stop: StopSignal?

  /// Builds the reference with its suite, so that the other variants can be built from it.
  ///
  /// - Parameters:
  ///   - exercise: Its name.
  ///   - reference: The variant; nil where the exercise has none.
  ///   - state: Names all that a compiled suite depends on, but the answer.
  /// - Returns: nil where that does not build, or is no help: then each variant is built as a
  ///   package.
  /// - Throws: ``GradingError`` where the build was stopped or took too long.
  func base(
    of exercise: String, _ reference: Variant?, in state: Fingerprint
  ) throws(GradingError) -> QuickBuild? {
    guard let reference else { return nil }
    try place(reference, exercise)
    let runner = ExerciseRunner(build: build(exercise))
    guard
      case .success = try runner.build.run(
        in: runner.containment, limit: runner.limits.build, stop: stop)
    else { return nil }
    let suites = package.appending(path: ".practice/check/suites/\(exercise)")
    for name in Course.names(in: suites) where name != state.text {
      try? FileManager.default.removeItem(at: suites.appending(path: name))
    }
    return QuickBuild(after: runner.build, suites: suites.appending(path: state.text))
  }

  /// Grades a variant as if a candidate had written it.
  ///
  /// - Parameters:
  ///   - variant: What to grade.
  ///   - exercise: The exercise that it answers.
  ///   - base: What it can be built from; where nil, it is built as a package.
  ///   - mistakes: Those that the report may recognise.
  ///   - passes: Under which drivers and schedules.
  /// - Returns: What the suite said, one outcome for each pass.
  /// - Throws: ``GradingError`` where there is none, and the variant is not to blame.
  func grade(
    _ variant: Variant, of exercise: String, from base: QuickBuild?, known mistakes: [Mistake],
    passes: [Pass]
  ) throws(GradingError) -> [VariantOutcome] {
    try place(variant, exercise)
    var runner = ExerciseRunner(build: build(exercise))
    runner.mistakes = mistakes
    runner.stop = stop
    switch try bundle(from: base, runner) {
    case .failure(let failure):
      return [VariantOutcome(verdict: .didNotBuild, words: failure.words)]
    case .success(let bundle):
      var outcomes: [VariantOutcome] = []
      for pass in passes {
        runner.plan = pass.plan
        runner.variables = ["FOLLOW_UPS_DRIVER": pass.driver]
        outcomes.append(VariantOutcome(try runner.grade(bundle, gradesStub: true)))
      }
      return outcomes
    }
  }

  private func bundle(
    from base: QuickBuild?, _ runner: ExerciseRunner
  ) throws(GradingError) -> Result<TestBundle, BuildFailure> {
    let limit = runner.limits.build
    guard let base else {
      return try runner.build.run(in: runner.containment, limit: limit, stop: stop)
    }
    return try base.run(
      runner.build, in: package.appending(path: "\(folder)/quick"), runner.containment,
      limit: limit, stop: stop)
  }

  private func build(_ exercise: String) -> ExerciseBuild {
    ExerciseBuild(
      exercise: exercise, package: package, answers: answers,
      scratch: package.appending(path: "\(folder)/scratch"), options: options)
  }

  private var folder: String { ".practice/check/\(number)" }
  private var answers: String { "\(folder)/answers" }

  /// Puts the variant where the manifest looks for the answer. A file that is the same already is
  /// left alone, so that nothing is built again.
  private func place(_ variant: Variant, _ exercise: String) throws(GradingError) {
    let folder = package.appending(path: "\(answers)/\(exercise)")
    let file = folder.appending(path: "\(exercise).swift")
    let source = package.appending(path: variant.path)
    do {
      let text = try Data(contentsOf: source)
      if (try? Data(contentsOf: file)) == text { return }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try text.write(to: file, options: .atomic)
    } catch {
      throw .file(path: file.path, reason: error.localizedDescription)
    }
  }
}
