/// A line of a script that cannot be followed.
public struct ScriptError: Error, Hashable, Sendable {
  /// The number of the line, from 1.
  public let line: Int
  /// What is wrong with it and what would be right, as sentences.
  public let sentence: String

  /// The word that is no gesture, where that is what is wrong.
  public let unknownWord: String?

  init(line: Int, _ sentence: String, unknownWord: String? = nil) {
    self.line = line
    self.sentence = sentence
    self.unknownWord = unknownWord
  }
}

extension ScriptError: CustomStringConvertible {
  /// The number of the line and what is wrong with it.
  public var description: String { "Line \(line): \(sentence)" }
}
