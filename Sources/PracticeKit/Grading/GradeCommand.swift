import Foundation
import Grading

/// Grades an answer and prints the report.
enum GradeCommand: Command {
  static let description = CommandDescription(
    name: "grade", overview: "Grade your answer to an exercise.",
    operands: [CommandOperand(name: "exercise", help: "The exercise.")],
    options: [
      .value("check", "name", "Run this check only."),
      .value("seed", "n", "Run the schedule of this seed only, as a finding names it."),
      .value(
        "schedules", "n", "Shuffle this many times, from a fresh seed.",
        default: "100, the same each time"),
      .flag("json", "Print the report as JSON."),
      .value("junit", "file", "Write the report as JUnit XML too."),
    ],
    examples: [
      ("TenCellsOneAvatar", "All checks."),
      ("TenCellsOneAvatar --check twoSizes --seed 41", "One check, as it failed."),
    ])

  static func run(_ words: CommandWords) throws(UsageError) -> CommandResult {
    try words.refuse("seed", with: "schedules")
    var plan = try words.seed("seed").map(SchedulePlan.only) ?? SchedulePlan()
    if let count = try words.integer("schedules", in: 1...100_000) {
      plan = SchedulePlan(firstSeed: .random(in: 1_000...999_999), seeds: count)
    }
    let course = try words.course()
    let exercise = try words.exercise(words.operands[0], in: course)
    do {
      let report = try grade(exercise, of: course, plan, only: words.text("check").map { [$0] })
      if let path = words.text("junit") {
        try ExerciseReport.junit([report]).write(toFile: path, atomically: true, encoding: .utf8)
      }
      let output =
        words.has("json") ? String(decoding: try report.json(), as: UTF8.self) : report.text()
      let isRight = report.verdict == .pass || report.verdict == .notStarted
      return CommandResult(output: output, status: isRight ? 0 : 1)
    } catch let error as GradingError {
      if case .unknownCheck = error { throw UsageError("\(error)", command: "grade") }
      return CommandResult(errors: "Error: \(error)\n", status: 1)
    } catch {
      return CommandResult(
        errors: "Error: The report could not be written: \(error.localizedDescription)\n",
        status: 1)
    }
  }

  private static func grade(
    _ exercise: String, of course: Course, _ plan: SchedulePlan, only: [String]?
  ) throws(GradingError) -> ExerciseReport {
    let files = ExerciseFiles(exercise, in: course.package)
    var runner = ExerciseRunner(
      build: ExerciseBuild(
        exercise: exercise, package: course.package,
        scratch: course.package.appending(path: ".practice/scratch")))
    runner.plan = plan
    runner.limits = runner.limits.for(schedules: plan.seeds)
    runner.mistakes = files.variants.compactMap(\.mistake)
    runner.progress = { step in
      if step == .building { Terminal.say("Building \(exercise) …\n") }
    }
    return try runner.grade(only: only)
  }
}
