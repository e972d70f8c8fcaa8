import SimulatedPhone

extension GestureScript {
  /// The words with which a line can begin.
  public static let words: [String] = [
    "fling", "rest", "jump", "view", "warning", "leave", "sleep", "outage", "network",
  ]

  /// Reads a script.
  ///
  /// - Parameters:
  ///   - text: The lines, see ``GestureScript``.
  ///   - name: How to call the script.
  /// - Throws: ``ScriptError`` for the first line that cannot be followed, and for a script
  ///   without any gesture.
  public init(_ text: String, name: String) throws(ScriptError) {
    var gestures: [Gesture] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      guard !words.isEmpty else { continue }
      gestures.append(try Self.gesture(words, line: index + 1))
    }
    guard !gestures.isEmpty else {
      throw ScriptError(line: max(lines.count, 1), "The script ends without a gesture.")
    }
    self.init(name: name, gestures)
  }

  private static func gesture(_ words: [String], line: Int) throws(ScriptError) -> Gesture {
    func wrong(_ form: String) -> ScriptError {
      ScriptError(line: line, "Write it as '\(form)'.")
    }
    switch (words[0], words.count) {
    case ("fling", _):
      guard words.count == 4, words[2] == "in", let rows = number(words[1], signed: true),
        let time = Duration(typed: words[3])
      else { throw wrong("fling <rows> in <time>") }
      return .fling(rows: rows, over: time)
    case ("jump", _):
      guard words.count == 2, let row = number(words[1]) else { throw wrong("jump <row>") }
      return .jump(row: row)
    case ("view", _):
      guard words.count == 4, words[2] == "for", let photo = number(words[1]),
        let time = Duration(typed: words[3])
      else { throw wrong("view <photo> for <time>") }
      return .view(photo: photo, for: time)
    case ("warning", _):
      guard words.count == 1 else { throw wrong("warning") }
      return .warning
    case ("network", _):
      let names = NetworkCondition.all.map(\.name).joined(separator: "|")
      guard words.count == 2, let network = NetworkCondition.named(words[1]) else {
        throw wrong("network \(names)")
      }
      return .network(network)
    case ("rest", _), ("leave", _), ("sleep", _), ("outage", _):
      guard words.count == 2, let time = Duration(typed: words[1]) else {
        throw wrong("\(words[0]) <time>")
      }
      return timed(words[0], time)
    default:
      throw ScriptError(
        line: line, "'\(words[0])' is no gesture. Known: \(Self.words.joined(separator: ", ")).",
        unknownWord: words[0])
    }
  }

  private static func timed(_ word: String, _ time: Duration) -> Gesture {
    switch word {
    case "leave": .leave(time)
    case "sleep": .sleep(time)
    case "outage": .outage(time)
    default: .rest(time)
    }
  }

  /// A number of rows or the number of one; nil where it has other signs or is out of all bounds.
  private static func number(_ text: String, signed: Bool = false) -> Int? {
    guard let number = Int(text), number.magnitude <= 1_000_000_000, signed || number >= 0 else {
      return nil
    }
    return number
  }
}
