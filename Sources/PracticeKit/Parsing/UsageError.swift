/// A wrong use of a command: what is wrong, and where to read what is right. Exits with 64.
struct UsageError: Error, Hashable {
  /// What is wrong and what to do, in one or two sentences.
  var sentence: String
  /// The command whose help tells more; nil for the list of all commands.
  var command: String?

  init(_ sentence: String, command: String? = nil) {
    self.sentence = sentence
    self.command = command
  }

  /// A value that an option cannot take, with what it can.
  static func invalidValue(
    _ value: String, of option: String, _ advice: String, command: String
  ) -> UsageError {
    UsageError("The value '\(value)' is invalid for '--\(option)'. \(advice)", command: command)
  }

  /// An option that a command lacks, with the one that was probably meant.
  static func unknownOption(_ name: String, of command: CommandDescription) -> UsageError {
    let near = Suggestion.nearest(to: name, among: command.options.map(\.name))
    let hint = near.map { " Did you mean '--\($0)'?" } ?? ""
    return UsageError("Unknown option '--\(name)'.\(hint)", command: command.name)
  }

  /// The text and status with which the process ends.
  var result: CommandResult {
    let help = command.map { "practice help \($0)" } ?? "practice --help"
    return CommandResult(
      errors: "Error: \(sentence)\nSee '\(help)' for more information.\n", status: 64)
  }
}
