/// Finds the declarations of a source: those of the file, of its types and of its extensions.
///
/// Knows as much of the grammar as that takes. What is in brackets or in the body of a function is
/// skipped; conditions (`#if`) count as if all held. O(tokens).
struct DeclarationReader {
  /// The declarations in their order.
  private(set) var declarations: [SourceDeclaration] = []

  private typealias Owner = SourceDeclaration.Owner

  private struct Scope {
    /// `var` or `let`, after which a comma has another name follow.
    struct Variables {
      var keyword: String
      var isPublic: Bool
    }

    /// nil inside of functions, where nothing is of interest.
    var owner: Owner?
    var variables: Variables?
    var path: [String] = []
    var isPublic = false
    var brackets = 0
  }

  private let tokens: [SourceToken]
  private var index = 0
  private var scopes = [Scope(owner: .file)]
  /// The scope that the next brace opens.
  private var next = Scope(owner: nil)
  /// What was said of access before the keyword.
  private var access: Bool?

  /// Reads all tokens of a source.
  init(_ tokens: [SourceToken]) {
    self.tokens = tokens
    while index < tokens.count {
      read(tokens[index])
      index += 1
    }
  }

  private var scope: Scope { scopes[scopes.count - 1] }

  private mutating func read(_ token: SourceToken) {
    if case .mark(let mark) = token.kind { return read(mark: mark) }
    guard let owner = scope.owner, scope.brackets == 0, let word = token.word,
      token.isKeyword(word), index == 0 || !tokens[index - 1].isMark(".")
    else { return }
    if Self.keywords.contains(word) { scopes[scopes.count - 1].variables = nil }
    switch word {
    case "public", "open", "package": readAccess(true)
    case "internal", "fileprivate", "private": readAccess(false)
    case "struct", "class", "enum", "actor", "protocol": readType(word, owner)
    case "extension": readExtension()
    case "typealias", "macro", "associatedtype":
      if let name = name(at: index + 1) { add(word, name, owner) }
    case "func": readFunction(owner)
    case "var", "let":
      readVariables(.init(keyword: word, isPublic: access ?? scope.isPublic), owner)
    case "init", "subscript": add(word, word, owner)
    default: break
    }
  }

  private mutating func read(mark: UInt8) {
    switch mark {
    case UInt8(ascii: "("), UInt8(ascii: "["): scopes[scopes.count - 1].brackets += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"): scopes[scopes.count - 1].brackets -= 1
    case UInt8(ascii: "{"):
      scopes.append(scope.brackets == 0 ? next : Scope(owner: nil))
      forget()
    case UInt8(ascii: "}"):
      if scopes.count > 1 { scopes.removeLast() }
      forget()
    case UInt8(ascii: ";"):
      scopes[scopes.count - 1].variables = nil
      forget()
    case UInt8(ascii: ","):
      guard let owner = scope.owner, scope.brackets == 0, let variables = scope.variables else {
        return
      }
      readVariables(variables, owner)
    default: break
    }
  }

  private mutating func forget() {
    next = Scope(owner: nil)
    access = nil
  }

  private mutating func readAccess(_ isPublic: Bool) {
    // As in `private(set)`, which is about writing.
    if mark(at: index + 1, "(") { return }
    access = isPublic
  }

  private mutating func readType(_ keyword: String, _ owner: Owner) {
    guard let name = name(at: index + 1),
      keyword != "class" || !["func", "var", "let", "subscript"].contains(name)
    else { return }
    add(keyword, name, owner)
    next = Scope(owner: .type, path: scope.path + [name])
  }

  private mutating func readExtension() {
    var path: [String] = []
    var place = index + 1
    while let name = name(at: place) {
      path.append(name)
      place += 1
      guard mark(at: place, ".") else { break }
      place += 1
    }
    let isPlain = !path.isEmpty && !mark(at: place, "?") && !mark(at: place, "!")
    next = Scope(owner: .extending(isPlain ? path : nil), path: path, isPublic: access ?? false)
    access = nil
    index = max(index, place - 1)
  }

  private mutating func readFunction(_ owner: Owner) {
    if let name = name(at: index + 1) { return add("func", name, owner) }
    var signs = ""
    while index + 1 < tokens.count, case .mark(let mark) = tokens[index + 1].kind,
      mark != UInt8(ascii: "(")
    {
      signs.unicodeScalars.append(Unicode.Scalar(mark))
      index += 1
    }
    add("func", signs, owner)
  }

  /// Reads the name or the pattern after `var`, `let`, or a comma between several of them.
  private mutating func readVariables(_ variables: Scope.Variables, _ owner: Owner) {
    scopes[scopes.count - 1].variables = variables
    var place = index + 1
    var depth = 0
    repeat {
      if mark(at: place, "(") { depth += 1 }
      if mark(at: place, ")") { depth -= 1 }
      if let name = name(at: place) {
        add(variables.keyword, name, owner, isPublic: variables.isPublic)
      }
      place += 1
    } while depth > 0 && place < tokens.count
    index = place - 1
    access = nil
  }

  private mutating func add(
    _ keyword: String, _ name: String, _ owner: Owner, isPublic: Bool? = nil
  ) {
    let token = tokens[min(index, tokens.count - 1)]
    declarations.append(
      SourceDeclaration(
        keyword: keyword, name: name, path: scope.path + [name], owner: owner,
        isPublic: isPublic ?? access ?? scope.isPublic, line: token.line, column: token.column))
    access = nil
  }

  private func name(at place: Int) -> String? {
    place < tokens.count ? tokens[place].word : nil
  }

  private func mark(at place: Int, _ mark: Unicode.Scalar) -> Bool {
    place < tokens.count && tokens[place].isMark(mark)
  }

  private static let keywords: Set<String> = [
    "public", "open", "package", "internal", "fileprivate", "private", "struct", "class", "enum",
    "protocol", "extension", "typealias", "func", "var", "let", "init", "subscript", "import",
    "case", "associatedtype", "operator", "precedencegroup",
  ]
}
