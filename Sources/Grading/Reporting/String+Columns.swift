extension String {
  /// The text with spaces after it, so that it is that wide.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  /// The text at the left and another at the right, 80 columns wide where both fit.
  func columns(with right: String) -> String {
    padded(to: Swift.max(count + 2, 80 - right.count)) + right
  }

  /// The text in lines of at most that width, broken at spaces and where it has breaks itself. A
  /// word that is longer stays whole.
  func wrapped(to width: Int) -> [String] {
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
