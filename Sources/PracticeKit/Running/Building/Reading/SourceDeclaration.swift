/// One declaration of a source, outside of functions.
struct SourceDeclaration: Hashable, Sendable {
  /// In what it is declared.
  enum Owner: Hashable, Sendable {
    case file
    /// A type, by the declaration of the type itself.
    case type
    /// An extension of what this path names; nil where it is no plain name: `[Int]`.
    case extending([String]?)
  }

  /// `struct`, `func`, `var` and so on.
  var keyword: String
  /// Its name, an operator's signs, or `init` and `subscript`.
  var name: String
  /// Its name with those of the types around it.
  var path: [String]
  var owner: Owner
  /// Whether other modules of the package can name it.
  var isPublic: Bool
  /// The place of its keyword, both from 1.
  var line: Int
  var column: Int

  /// Whether it declares a function for signs.
  var isOperator: Bool {
    guard keyword == "func", let first = name.unicodeScalars.first else { return false }
    return first.isASCII && !first.properties.isAlphabetic && first != "_"
  }
}
