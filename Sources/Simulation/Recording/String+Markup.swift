extension String {
  /// The text as HTML, SVG and XML 1.0 take it, in an attribute too.
  ///
  /// What XML cannot write at all becomes the replacement character.
  ///
  /// - Parameter keepsLines: Whether line ends and tabs are kept, written out, where a line can
  ///   hold neither.
  /// - Returns: The text with its special characters written out.
  package func markup(keepsLines: Bool = false) -> String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n" where keepsLines: escaped += "&#10;"
      case "\t" where keepsLines: escaped += "&#9;"
      case _ where scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value):
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
