import Foundation
import Grading

/// Grades variants, one after the other, in a scratch folder and an answers' folder of its own.
///
/// All exercises share the scratch folder, so the kit is built in it once.
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

  /// Grades a variant as if a candidate had written it.
  ///
  /// - Returns: What the suite said, one outcome for each pass.
  func grade(
    _ variant: Variant, of exercise: String, known mistakes: [Mistake], passes: [Pass]
  ) throws(GradingError) -> [VariantOutcome] {
    try place(variant, exercise)
    var runner = ExerciseRunner(
      build: ExerciseBuild(
        exercise: exercise, package: package, answers: answers, scratch: scratch,
        options: options))
    runner.mistakes = mistakes
    runner.stop = stop
    let built = try runner.build.run(
      in: runner.containment, limit: runner.limits.build, stop: stop)
    switch built {
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

  private var answers: String { ".practice/check/answers-\(number)" }
  private var scratch: URL { package.appending(path: ".practice/check/scratch-\(number)") }

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
