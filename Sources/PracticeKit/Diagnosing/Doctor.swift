import Simulation

/// Looks whether this machine can run the kit, and says what to do where it cannot.
enum Doctor: Command {
  static let description = CommandDescription(
    name: "doctor", overview: "Check the toolchain and the simulation.")

  static func run(_ words: CommandWords) -> CommandResult {
    do {
      let report = try DriverReport.probe()
      return CommandResult(
        output: """
          Swift \(Toolchain.version) on \(Toolchain.platform)

          Simulation: \(report)
          \(advice(on: report))
          """)
    } catch {
      return CommandResult(errors: "Error: \(error)\n", status: 1)
    }
  }

  private static func advice(on report: DriverReport) -> String {
    guard report.controlled.count < DriverReport.Construct.allCases.count else {
      return "All is well: the schedule decides every order, and time is virtual.\n"
    }
    return """

      What escapes is not the schedule's to decide: it runs in real time or in its own order.
      Answers that wait on the clock they are given, and do not yield in a Task { } of their own,
      are graded alike all the same.

      """
  }
}
