/// A command line of the Swift compiler, to be changed word by word.
struct CompilerArguments: Hashable, Sendable {
  /// The path of the compiler and its arguments.
  private(set) var words: [String]

  init(_ words: [String]) {
    self.words = words
  }

  /// What comes after an option; nil where the option is not there.
  func value(of option: String) -> String? {
    items.first { $0.count == 2 && $0[0] == option }?[1]
  }

  /// Puts another value after an option that is there.
  mutating func set(_ option: String, to value: String) {
    words = items.flatMap { $0.count == 2 && $0[0] == option ? [option, value] : $0 }
  }

  /// Leaves out flags, and options with what comes after them.
  mutating func drop(_ options: Set<String>) {
    words = items.filter { !options.contains($0[0]) }.flatMap { $0 }
  }

  /// Puts another list of files in the place of the one that is read from a file.
  mutating func replaceList(by files: [String]) {
    words = words.flatMap { $0.hasPrefix("@") ? files : [$0] }
  }

  /// Adds words behind all others.
  mutating func add(_ more: [String]) {
    words += more
  }

  /// Looks for modules in this folder before all others.
  mutating func lookForModules(in folder: String) {
    words.insert(contentsOf: ["-I", folder], at: 1)
  }

  /// The words, an option together with its value.
  private var items: [[String]] {
    var items: [[String]] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if Self.withValue.contains(word), let value = rest.popFirst() {
        items.append([word, value])
      } else {
        items.append([word])
      }
    }
    return items
  }

  /// The options that are changed here, and those whose value could be taken for an option.
  private static let withValue: Set<String> = [
    "-o", "-output-file-map", "-emit-module-path", "-index-store-path", "-emit-objc-header-path",
    "-Xcc", "-Xfrontend", "-Xllvm", "-Xlinker",
  ]
}
