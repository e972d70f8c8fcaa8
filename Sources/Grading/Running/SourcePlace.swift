/// A line of a hidden suite.
public struct SourcePlace: Sendable {
  /// The path of the file, as the compiler knows it.
  public let file: StaticString
  /// The line, from 1.
  public let line: UInt

  /// A place.
  public init(file: StaticString, line: UInt) {
    self.file = file
    self.line = line
  }
}
