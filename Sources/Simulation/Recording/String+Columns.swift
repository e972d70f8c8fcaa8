extension String {
  /// The text with spaces before it, so that it is that wide.
  package func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }

  /// The text with spaces after it, so that it is that wide.
  package func rightPadded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  /// The text in lines of at most that width, broken at spaces and where it has breaks itself. A
  /// word that is longer stays whole.
  package func wrapped(to width: Int) -> [String] {
    split(separator: "\n").flatMap { paragraph in
      var lines: [String] = []
      for word in paragraph.split(separator: " ") {
        if let last = lines.last, last.count + 1 + word.count <= width {
          lines[lines.count - 1] = "\(last) \(word)"
        } else {
          lines.append(String(word))
        }
      }
      return lines
    }
  }
}
