import Foundation

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
    var seed = UInt64.random(in: 1_000...999_999)
    if let text = words.text("seed") {
      guard let number = UInt64(text) else {
        throw .invalidValue(
          text, of: "seed", "It has to be a whole number, zero or more.", command: "check")
      }
      seed = number
    }
    do {
      let course = try Course(around: Course.workingFolder)
      let name = try words.operands.first.map { try course.exercise(named: $0) }
      var check = SelfCheck(course: course, seed: seed)
      check.usesKnown = !words.has("fresh")
      check.progress = { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
      let results = try check.run(name.map { [$0] } ?? course.exercises)
      let report = SelfCheckReport(results: results, seed: seed)
      return CommandResult(
        output: words.has("json") ? try report.json() : report.text,
        status: report.holds ? 0 : 1)
    } catch let error as CourseError {
      throw UsageError("\(error)", command: "check")
    } catch {
      return CommandResult(errors: "Error: \(error)\n", status: 1)
    }
  }
}
