/// The command `practice`, apart from the process: words in, text and exit status out.
public enum Practice {
  /// Runs one command.
  ///
  /// - Parameter arguments: The words after the command's name.
  /// - Returns: What to print where, and the status to exit with.
  public static func run(_ arguments: [String]) -> CommandResult {
    do throws(UsageError) {
      return try dispatch(arguments)
    } catch {
      return error.result
    }
  }

  private static var commands: [any Command.Type] {
    [GradeCommand.self, SimulateCommand.self, Doctor.self, CheckCommand.self]
  }

  private static func dispatch(_ arguments: [String]) throws(UsageError) -> CommandResult {
    guard let first = arguments.first else { return overview }
    let rest = Array(arguments.dropFirst())
    switch first {
    case "--help", "-h": return CommandResult(output: help)
    case "help":
      guard let name = rest.first else { return CommandResult(output: help) }
      guard let command = command(name) else { throw unknown(name) }
      return CommandResult(output: command.description.help)
    default:
      guard let command = command(first) else { throw unknown(first) }
      let words = try CommandWords(rest, for: command.description)
      if words.asksForHelp { return CommandResult(output: command.description.help) }
      return try command.run(words)
    }
  }

  private static func command(_ name: String) -> (any Command.Type)? {
    commands.first { $0.description.name == name }
  }

  private static func unknown(_ name: String) -> UsageError {
    let near = Suggestion.nearest(to: name, among: commands.map { $0.description.name })
    let hint = near.map { " Did you mean '\($0)'?" } ?? ""
    return UsageError("Unknown command '\(name)'.\(hint)")
  }

  private static var overview: CommandResult {
    CommandResult(
      output: """
        Follow-Ups: practise the follow-up questions of a mobile system design interview.

        Read      Exercises/TenCellsOneAvatar/Prompt.md
        Write     Exercises/TenCellsOneAvatar/TenCellsOneAvatar.swift
        Grade it  swift run practice grade TenCellsOneAvatar

        See the pipeline under it at work: swift run practice simulate
        See whether your machine is ready: swift run practice doctor

        """)
  }

  private static var help: String {
    let list = commands.map { command in
      CommandDescription.line(command.description.name, command.description.overview)
    }
    return """
      OVERVIEW: Practise the follow-up questions of a mobile system design interview.

      USAGE: practice [<subcommand>]

      OPTIONS:
        -h, --help              Show help information.

      SUBCOMMANDS:
      \(list.joined(separator: "\n"))

        See 'practice help <subcommand>' for detailed help.

      """
  }
}
