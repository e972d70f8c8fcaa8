/// What a command prints and how it exits.
public struct CommandResult: Hashable, Sendable {
  /// The text for standard output, with its last line end.
  public var output: String
  /// The text for standard error, with its last line end.
  public var errors: String
  /// The exit status: 0 for success, 1 for a failure, 64 for a wrong use (sysexits' EX_USAGE).
  public var status: Int32

  /// A result with the given texts.
  public init(output: String = "", errors: String = "", status: Int32 = 0) {
    self.output = output
    self.errors = errors
    self.status = status
  }
}
