/// The words of one command, sorted into options and their values.
struct CommandWords {
  /// The name of the command, for what is said of its values.
  let command: String
  private var values: [String: String] = [:]
  /// The words that are no options, in their order, one for each operand that was given.
  private(set) var operands: [String] = []
  /// Whether help was asked for; nothing else has been checked then.
  private(set) var asksForHelp = false

  /// Sorts the words that follow the command's name.
  ///
  /// - Throws: ``UsageError`` for an option that the command does not have, a value that is
  ///   missing, an option given twice, a word too many or one that is missing.
  init(_ words: [String], for command: CommandDescription) throws(UsageError) {
    self.command = command.name
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--help" || word == "-h" {
        asksForHelp = true
        return
      }
      guard word.hasPrefix("--"), word.count > 2 else {
        try take(word, for: command)
        continue
      }
      let parts = word.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = command.options.first(where: { $0.name == name }) else {
        throw UsageError.unknownOption(name, of: command)
      }
      let attached = parts.count > 1 ? String(parts[1]) : nil
      let value = try Self.value(of: option, attached, &rest, command)
      guard values.updateValue(value, forKey: name) == nil else {
        throw UsageError("The option '--\(name)' was given twice.", command: command.name)
      }
    }
    let missing = command.operands.dropFirst(operands.count).first { !$0.isOptional }
    if let missing {
      throw UsageError("Missing argument '<\(missing.name)>'.", command: command.name)
    }
  }

  private mutating func take(
    _ word: String, for command: CommandDescription
  ) throws(UsageError) {
    guard operands.count < command.operands.count, !word.hasPrefix("-") else {
      throw UsageError("Unexpected argument '\(word)'.", command: command.name)
    }
    operands.append(word)
  }

  /// Whether a flag was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The text of an option's value; nil where the option was not given.
  func text(_ name: String) -> String? { values[name] }

  private static func value(
    of option: CommandOption, _ attached: String?, _ rest: inout ArraySlice<String>,
    _ command: CommandDescription
  ) throws(UsageError) -> String {
    guard let name = option.value else {
      guard attached == nil else {
        throw UsageError("The flag '--\(option.name)' takes no value.", command: command.name)
      }
      return ""
    }
    if let attached { return attached }
    guard let next = rest.first, !next.hasPrefix("--") else {
      throw UsageError("Missing value for '--\(option.name) <\(name)>'.", command: command.name)
    }
    rest.removeFirst()
    return next
  }
}
