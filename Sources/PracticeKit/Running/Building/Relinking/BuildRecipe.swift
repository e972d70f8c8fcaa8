import Foundation

/// The commands by which SwiftPM has built a package, as it writes them down for its own build
/// system: in `debug.yaml`, a node for each module and one for the bundle of tests, whose `args:`
/// are JSON in one line.
///
/// That file is no promise of SwiftPM's. Whoever reads it does without where it looks different.
struct BuildRecipe {
  private let arguments: [String: [String]]

  /// Reads the recipe in a scratch folder; nil where there is none that can be read. O(its size).
  init?(in scratch: URL) {
    let file = scratch.appending(path: "debug.yaml")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    var arguments: [String: [String]] = [:]
    var node: Substring?
    for line in text.split(separator: "\n") {
      if line.hasPrefix("  \"") {
        node = line.hasSuffix("\":") ? line.dropFirst(3).dropLast(2) : nil
      } else if let name = node, line.hasPrefix(Self.mark) {
        let list = Data(line.dropFirst(Self.mark.count).utf8)
        arguments[String(name)] = try? JSONDecoder().decode([String].self, from: list)
      }
    }
    self.arguments = arguments
  }

  private static let mark = "    args: "

  /// The command that compiles a module.
  func compiling(_ module: String) -> CompilerArguments? {
    only { $0.hasPrefix("C.\(module)-") && $0.hasSuffix(".module") }
  }

  /// The command that links the bundle of tests.
  var linkingTests: CompilerArguments? {
    only { $0.hasPrefix("C.") && $0.hasSuffix(".test") }
  }

  private func only(_ isMeant: (String) -> Bool) -> CompilerArguments? {
    let found = arguments.filter { isMeant($0.key) }
    return found.count == 1 ? found.first.map { CompilerArguments($0.value) } : nil
  }
}
