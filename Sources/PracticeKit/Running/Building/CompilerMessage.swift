/// One error of the compiler, as SwiftPM passes it on.
struct CompilerMessage: Hashable, Sendable {
  /// The file, relative to the package where it lies in it.
  var file: String
  var line: Int
  var column: Int
  var text: String

  /// The errors in the output of a build, each once, those of the given file first.
  static func errors(
    in output: String, package: String, answer: String
  ) -> [CompilerMessage] {
    var seen: Set<CompilerMessage> = []
    let all = output.split(whereSeparator: \.isNewline).compactMap { line in
      CompilerMessage(line, package: package)
    }.filter { seen.insert($0).inserted }
    return all.filter { $0.file == answer } + all.filter { $0.file != answer }
  }

  /// An error at a place.
  init(file: String, line: Int, column: Int, text: String) {
    self.file = file
    self.line = line
    self.column = column
    self.text = text
  }

  /// Reads `path:line:column: error: text`; nil where the line is something else.
  init?(_ line: Substring, package: String) {
    let parts = line.split(separator: ": error: ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let place = parts[0].split(separator: ":")
    guard place.count >= 3, let line = Int(place[place.count - 2]),
      let column = Int(place[place.count - 1])
    else { return nil }
    let path = place.dropLast(2).joined(separator: ":")
    let inside = path.hasPrefix(package + "/") ? path.dropFirst(package.count + 1) : path[...]
    file = String(inside)
    self.line = line
    self.column = column
    text = String(parts[1])
  }

  /// The error as an editor reads it, in one line.
  var words: String { "\(file):\(line):\(column): \(text)" }
}
