/// What a source declares for others that can take the place of what they mean.
///
/// A suite that imports an answer sees its public names, and Swift prefers them to those of the
/// standard library: a public `count` in an extension of `Array` is what `loads.count` means in
/// the suite from then on.
struct ShadowingNames {
  /// The public declarations of the file itself, and those in extensions of types that are not its
  /// own. Extensions of protocols are among these, since any type may conform.
  let declarations: [SourceDeclaration]

  /// Reads all tokens of a source of a module.
  init(in tokens: [SourceToken], of module: String) {
    let all = DeclarationReader(tokens).declarations
    let own = Set(all.filter { Self.types.contains($0.keyword) }.map(\.path))
    let aliases = Set(all.filter { $0.keyword == "typealias" }.map(\.path))
    declarations = all.filter { declaration in
      guard declaration.isPublic else { return false }
      switch declaration.owner {
      case .file: return true
      case .type: return false
      case .extending(nil): return true
      case .extending(let path?):
        let plain = path.count > 1 && path[0] == module ? Array(path.dropFirst()) : path
        let isAlias = plain.indices.contains { aliases.contains(Array(plain[...$0])) }
        return isAlias || !own.contains(plain)
      }
    }
  }

  /// What may be taken for something that a suite uses.
  ///
  /// Operators, subscripts and initializers always may, since their use has no name.
  ///
  /// - Parameter words: All words of the suite.
  /// - Returns: The declarations in their order.
  func clashing(with words: Set<String>) -> [SourceDeclaration] {
    declarations.filter { declaration in
      declaration.isOperator || Self.unnamed.contains(declaration.keyword)
        || declaration.name.hasSuffix("LiteralType") || words.contains(declaration.name)
    }
  }

  private static let types: Set<String> = ["struct", "class", "enum", "actor"]
  private static let unnamed: Set<String> = ["init", "subscript"]
}
