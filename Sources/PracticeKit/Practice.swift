/// The command `practice`, apart from the process: words in, text and exit status out.
public enum Practice {
  /// Runs one command.
  ///
  /// - Parameter arguments: The words after the command's name.
  /// - Returns: What to print where, and the status to exit with.
  public static func run(_ arguments: [String]) -> CommandResult {
    switch arguments {
    case []: overview
    case ["doctor"]: Doctor.examine()
    case ["--help"], ["-h"], ["help"]: CommandResult(output: usage)
    case ["doctor", "--help"], ["doctor", "-h"], ["help", "doctor"]:
      CommandResult(output: Doctor.usage)
    default: .usageError("Unknown command '\(arguments.joined(separator: " "))'.")
    }
  }

  private static var overview: CommandResult {
    CommandResult(
      output: """
        Follow-Ups: practise the follow-up questions of a mobile system design interview.

        This version has no exercise yet: it is the ground on which they will be graded.
        See whether your machine is ready: swift run practice doctor

        """)
  }

  private static let usage = """
    OVERVIEW: Practise the follow-up questions of a mobile system design interview.

    USAGE: practice [<subcommand>]

    OPTIONS:
      -h, --help              Show help information.

    SUBCOMMANDS:
      doctor                  Check the toolchain and the simulation.

      See 'practice help <subcommand>' for detailed help.

    """
}
