/// Why an answer did not build, in words for the candidate.
struct BuildFailure: Error, Hashable, Sendable {
  /// The compiler's errors; where it gave none, the end of what the build said.
  var words: String

  init(words: String) {
    self.words = words
  }

  /// Reads the output of a build that failed.
  ///
  /// - Parameters:
  ///   - output: All that it said.
  ///   - package: The path of the package.
  ///   - answer: The path of the answer in the package.
  init(output: String, package: String, answer: String) {
    let errors = CompilerMessage.errors(in: output, package: package, answer: answer)
    guard errors.isEmpty else {
      self.init(errors, answer: answer)
      return
    }
    let lines = output.split(whereSeparator: \.isNewline).map(String.init)
    let plain = lines.filter { $0.hasPrefix("error: ") || $0.contains(": fatal error: ") }
    let shown = plain.isEmpty ? lines.suffix(Self.limit) : plain.prefix(Self.limit)
    self.init(words: shown.joined(separator: "\n"))
  }

  /// The first of some errors, and how many more there are.
  init(_ errors: [CompilerMessage], answer: String) {
    let shown = errors.prefix(Self.limit).map { error in
      error.file == answer || !error.file.hasPrefix("Tests/")
        ? error.words : "\(error.words)\n  (the suite uses the answer there)"
    }
    let more = errors.count - shown.count
    words = (shown + (more > 0 ? ["and \(more) more"] : [])).joined(separator: "\n")
  }

  private static let limit = 20
}
