import Foundation
import Grading

/// One way to answer an exercise that the kit keeps, with what its suite has to say of it.
struct Variant: Hashable, Sendable {
  /// What it is kept as.
  enum Kind: String, Codable, Hashable, Sendable {
    case stub, reference, alternative, mistake
  }

  let kind: Kind
  /// The name of its file without the extension.
  let name: String
  /// What it is, in a few words.
  let title: String
  /// The checks that have to fail, exactly these; empty save for mistakes.
  let fails: Set<String>
  /// Its path in the package.
  let path: String

  /// The mistake, as reports recognise it; nil for what is none.
  var mistake: Mistake? {
    kind == .mistake ? Mistake(name, title: title, fails: fails) : nil
  }
}

extension Variant {
  /// Reads the head of an alternative's or a mistake's file:
  ///
  /// ```
  /// // Keyed by URL alone
  /// // Fails: twoSizes
  /// ```
  ///
  /// The first line is the title; only a mistake has the second, with the checks that have to
  /// fail, separated by commas.
  ///
  /// - Throws: ``VariantHeadError`` with what is missing.
  init(_ kind: Kind, name: String, path: String, text: String) throws(VariantHeadError) {
    let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    guard let first = lines.first, let title = Self.words(of: first, after: "//") else {
      throw .noTitle
    }
    var fails: Set<String> = []
    if kind == .mistake {
      guard lines.count > 1, let list = Self.words(of: lines[1], after: "// Fails:") else {
        throw .noFails
      }
      for name in list.split(separator: ",", omittingEmptySubsequences: false) {
        let name = name.trimmingCharacters(in: .whitespaces)
        guard !name.isEmpty, fails.insert(name).inserted else { throw .badFails(list) }
      }
    }
    self.init(kind: kind, name: name, title: title, fails: fails, path: path)
  }

  private static func words(of line: Substring, after prefix: String) -> String? {
    guard line.hasPrefix(prefix), !line.hasPrefix("///") else { return nil }
    let words = line.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces)
    return words.isEmpty ? nil : words
  }
}

/// What is wrong with the head of a variant's file.
enum VariantHeadError: Error, Hashable {
  case noTitle
  case noFails
  case badFails(String)

  /// The sentence for whoever wrote the file.
  var sentence: String {
    switch self {
    case .noTitle: "It has to begin with a line '// <what it is>'."
    case .noFails: "Its second line has to be '// Fails: <check>, <check>'."
    case .badFails(let list): "'\(list)' is no list of different checks."
    }
  }
}
