import Foundation
import Grading

/// What an answer may not have in its source, so that it can be told before anything is built.
///
/// The suite and the answer share a process. With the kit's modules at hand, or under the name of
/// one of its functions, an answer could write its own verdict; with the solution's module it
/// would not be an answer. It does not keep out who wants to harm: that is what the seals, the
/// limits and the sandbox are for.
struct AnswerRules {
  /// The modules that an answer may not import.
  let refusedModules: Set<String>
  private let exercise: String
  private let package: URL

  /// The rules for an exercise of a package: of the package's modules an answer has only the
  /// vocabulary.
  init(exercise: String, package: URL) {
    self.exercise = exercise
    self.package = package
    let kit = Course.names(in: package.appending(path: "Sources"))
    let exercises = Course.names(in: package.appending(path: "Exercises"))
    let solutions = Course.names(in: package.appending(path: "Solutions"))
    let all = kit + exercises + solutions.map { "\($0)Solution" }
    let suites = (kit + exercises).map { "\($0)Tests" }
    refusedModules = Set(all + suites + Self.testing).subtracting(["Vocabulary", exercise])
  }

  /// What breaks the rules in a source, as errors of the compiler, in their order.
  ///
  /// - Parameters:
  ///   - text: The source.
  ///   - file: Its path, as it is shown.
  /// - Returns: One error for each breach.
  func errors(in text: String, file: String) -> [CompilerMessage] {
    let tokens = SourceReader(text).tokens
    let imports = SourceImport.all(in: tokens).filter { refusedModules.contains($0.module) }
    let errors =
      imports.map { found in
        CompilerMessage(
          file: file, line: found.line, column: found.column,
          text: Self.sentence(importing: found.module))
      }
      + zip(tokens, tokens.dropFirst()).compactMap { mark, name in
        guard mark.isMark("@"), let word = name.word, Self.refusedAttributes.contains(word) else {
          return nil
        }
        return CompilerMessage(
          file: file, line: mark.line, column: mark.column,
          text: "an answer may not use '@\(word)', which reaches around what Swift protects")
      }
      + shadows(in: tokens).map { found in
        CompilerMessage(
          file: file, line: found.line, column: found.column,
          text: "'\(found.name)' may not be public here: the suite would mean it too, where it "
            + "means another; without 'public' it is yours alone")
      }
    return errors.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  /// What would change the meaning of the suite; what the stub declares is no news to it.
  private func shadows(in tokens: [SourceToken]) -> [SourceDeclaration] {
    let names = ShadowingNames(in: tokens, of: exercise)
    let stub = AnswerFile(exercise, in: package).stub
    let known = Set(
      ShadowingNames(in: Self.tokens(of: stub), of: exercise).declarations.map(\.name))
    guard names.declarations.contains(where: { !known.contains($0.name) }) else { return [] }
    let folder = package.appending(path: "Tests/Exercises/\(exercise)Tests")
    let words = Course.names(in: folder).flatMap { name in
      Self.tokens(of: folder.appending(path: name)).compactMap(\.word)
    }
    return names.clashing(with: Set(words)).filter { !known.contains($0.name) }
  }

  private static func tokens(of file: URL) -> [SourceToken] {
    guard let bytes = try? Data(contentsOf: file) else { return [] }
    return SourceReader(String(decoding: bytes, as: UTF8.self)).tokens
  }

  /// Why a module is refused.
  static func sentence(importing module: String) -> String {
    "an answer may not import '\(module)': it has Vocabulary and what the system brings along, as "
      + "Foundation, FoundationNetworking, Dispatch, Synchronization and os"
  }

  private static let testing = ["XCTest", "Testing", "XCTestCore", "_TestingInternals"]

  /// Those that take or lend the name of a function of another module, or run before `main`.
  private static let refusedAttributes: Set<String> = [
    "_silgen_name", "_extern", "_cdecl", "c", "_expose", "_section", "section", "_used", "used",
    "_dynamicReplacement",
  ]
}
