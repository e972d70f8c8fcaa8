/// What a command is called, does and takes, from which its words are parsed and its help made.
struct CommandDescription {
  var name: String
  /// What it does, in one sentence.
  var overview: String
  /// The words that are no options, in their order; those that may be left out stand last.
  var operands: [CommandOperand] = []
  var options: [CommandOption] = []
  /// Samples of use, each with what it does.
  var examples: [(words: String, meaning: String)] = []

  /// The help text in the field's usual form.
  var help: String {
    var lines = ["OVERVIEW: \(overview)", "", "USAGE: practice \(name)\(usage)", ""]
    if !operands.isEmpty {
      lines += ["ARGUMENTS:"] + operands.map { Self.line("<\($0.name)>", $0.help) } + [""]
    }
    lines.append("OPTIONS:")
    lines += options.map { option in
      let suffix = option.defaultText.map { " (default: \($0))" } ?? ""
      return Self.line(option.synopsis, option.help + suffix)
    }
    lines.append(Self.line("-h, --help", "Show help information."))
    if !examples.isEmpty {
      lines += ["", "EXAMPLES:"]
      lines += examples.flatMap { ["  practice \(name) \($0.words)", "      \($0.meaning)"] }
    }
    return lines.joined(separator: "\n") + "\n\n"
  }

  /// One line of a list of options or commands: the name, and from a fixed column on its help.
  static func line(_ name: String, _ help: String) -> String {
    let column = 26
    let head = "  \(name)"
    guard head.count < column else {
      return "\(head)\n\(String(repeating: " ", count: column))\(help)"
    }
    return head + String(repeating: " ", count: column - head.count) + help
  }

  private var usage: String {
    operands.map { " \($0.synopsis)" }.joined() + options.map { " [\($0.synopsis)]" }.joined()
  }
}
