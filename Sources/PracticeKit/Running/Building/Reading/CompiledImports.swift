import Foundation

/// The modules that the compiler read for the answer, by its own account: the list of dependencies
/// that it writes beside the object, for whoever decides what has to be built again.
struct CompiledImports {
  /// The names; empty where there is no such list.
  let modules: Set<String>

  /// Reads the list of a target.
  ///
  /// - Parameters:
  ///   - target: The name of the target, which has one file of the same name.
  ///   - products: The folder of the built products.
  init(of target: String, in products: URL) {
    let file = products.appending(path: "\(target).build/\(target).d")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let steps = text.split { $0 == "/" || $0.isWhitespace }
    // A file, or a folder with a file for each architecture.
    modules = Set(steps.filter { $0.hasSuffix(".swiftmodule") }.map { String($0.dropLast(12)) })
  }
}
