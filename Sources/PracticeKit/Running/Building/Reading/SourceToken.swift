/// A word or a mark of a Swift source, as far as its reader tells them apart.
struct SourceToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// An identifier, a keyword or a number; with backticks it is no keyword, whatever it says.
    case word(String, isQuoted: Bool)
    /// Any other byte that is neither space nor part of a literal or a comment.
    case mark(UInt8)
  }

  var kind: Kind
  /// The place of its first byte, both from 1.
  var line: Int
  var column: Int

  /// What it says, where it is a word.
  var word: String? {
    if case .word(let text, _) = kind { text } else { nil }
  }

  /// Whether it is this keyword.
  func isKeyword(_ keyword: String) -> Bool { kind == .word(keyword, isQuoted: false) }

  /// Whether it is this mark.
  func isMark(_ mark: Unicode.Scalar) -> Bool { kind == .mark(UInt8(ascii: mark)) }
}
