/// One command of `practice`.
protocol Command {
  /// What the command is called, does and takes.
  static var description: CommandDescription { get }

  /// Does it.
  ///
  /// - Throws: ``UsageError`` for values that make no sense.
  static func run(_ words: CommandWords) throws(UsageError) -> CommandResult
}
