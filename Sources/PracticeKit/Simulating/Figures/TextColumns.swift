/// Lays out text for a given width, which never changes what is said.
enum TextColumns {
  /// Breaks a sentence into lines of at most `width` characters, between words; a longer word
  /// has a line of its own.
  static func wrap(_ sentence: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in sentence.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// The text with blanks before it.
  static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// The text with blanks behind it.
  static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
