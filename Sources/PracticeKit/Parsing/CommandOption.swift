/// One option of a command, such as `--rows <n>` or `--json`.
struct CommandOption {
  /// The long name, without dashes.
  var name: String
  /// What stands for the value in help texts; nil for a flag, which has none.
  var value: String?
  /// What the option does, in one sentence.
  var help: String
  /// What holds where the option is not given, as help texts say it.
  var defaultText: String?

  static func flag(_ name: String, _ help: String) -> CommandOption {
    CommandOption(name: name, help: help)
  }

  static func value(
    _ name: String, _ value: String, _ help: String, default defaultText: String? = nil
  ) -> CommandOption {
    CommandOption(name: name, value: value, help: help, defaultText: defaultText)
  }

  /// The option as it is typed: `--rows <n>`.
  var synopsis: String {
    value.map { "--\(name) <\($0)>" } ?? "--\(name)"
  }
}
