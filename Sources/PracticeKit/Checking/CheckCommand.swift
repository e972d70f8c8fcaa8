/// Proves that the kit's own suites are right.
enum CheckCommand: Command {
  static let description = CommandDescription(
    name: "check", overview: "Prove that the suites catch what is wrong and accept what is right.",
    operands: [
      CommandOperand(
        name: "exercise", help: "The exercise; all where none is named.", isOptional: true)
    ],
    options: [
      .flag("fresh", "Grade everything again, also what has not changed."),
      .value("seed", "n", "The first of the fresh seeds.", default: "drawn by chance"),
      .flag("json", "Print the outcome as JSON."),
    ],
    examples: [
      ("", "All exercises, as the kit's own tests do."),
      ("TenCellsOneAvatar --fresh", "One exercise, from the beginning."),
    ])

  static func run(_ words: CommandWords) throws(UsageError) -> CommandResult {
    let seed = try words.seed("seed") ?? .random(in: 1_000...999_999)
    let course = try words.course()
    var exercises = course.exercises
    if let word = words.operands.first { exercises = [try words.exercise(word, in: course)] }
    do {
      var check = SelfCheck(course: course, seed: seed)
      check.usesKnown = !words.has("fresh")
      check.progress = { Terminal.say("\($0)\n") }
      let results = try check.run(exercises)
      let report = SelfCheckReport(results: results, seed: seed)
      return CommandResult(
        output: words.has("json") ? try report.json() : report.text,
        status: report.holds ? 0 : 1)
    } catch {
      return CommandResult(errors: "Error: \(error)\n", status: 1)
    }
  }
}
