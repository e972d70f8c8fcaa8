/// One import of a source.
struct SourceImport: Hashable, Sendable {
  /// The module, without what is imported of it.
  var module: String
  /// The place of the word `import`, both from 1.
  var line: Int
  var column: Int

  /// The imports among tokens, also those of conditions that do not hold.
  static func all(in tokens: [SourceToken]) -> [SourceImport] {
    tokens.indices.compactMap { SourceImport(tokens, at: $0) }
  }

  /// Reads `import Module`, `import struct Module.Name` and the like; nil where the token begins
  /// none, as in `.import` or `import:`.
  private init?(_ tokens: [SourceToken], at index: Int) {
    let token = tokens[index]
    guard token.isKeyword("import"), index == 0 || !tokens[index - 1].isMark(".") else {
      return nil
    }
    var path = tokens[(index + 1)...].prefix(2)
    if let kind = path.first, path.count == 2, path.last?.word != nil,
      Self.kinds.contains(where: kind.isKeyword)
    {
      path.removeFirst()
    }
    guard let module = path.first?.word else { return nil }
    self.module = module
    line = token.line
    column = token.column
  }

  private static let kinds = [
    "typealias", "struct", "class", "enum", "protocol", "let", "var", "func",
  ]
}
