extension Duration {
  /// The duration as a person says it, to three digits: `3.1 ms`, `132 ms`, `1.24 s`, `12 min`.
  var words: String {
    let milliseconds = self / .milliseconds(1)
    switch milliseconds.magnitude {
    case ..<10: return "\(milliseconds.rounded(places: 1)) ms"
    case ..<999.5: return "\(milliseconds.rounded(places: 0)) ms"
    case ..<59_995:
      return "\((milliseconds / 1_000).rounded(places: milliseconds < 9_995 ? 2 : 1)) s"
    default: return "\((milliseconds / 60_000).rounded(places: 1)) min"
    }
  }
}

extension Double {
  /// The number with at most so many places behind the point, and none that say nothing: `1.5`,
  /// `2`. The same on every platform and in every locale, for numbers below a thousand million.
  func rounded(places: Int) -> String {
    let scale = (0..<places).reduce(1) { product, _ in product * 10 }
    guard let scaled = Int(exactly: (self * Double(scale)).rounded()) else { return "\(self)" }
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
    let sign = scaled < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole.grouped)" }
    var decimals = String(rest)
    decimals = String(repeating: "0", count: places - decimals.count) + decimals
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(sign)\(whole.grouped).\(decimals)"
  }
}

extension BinaryInteger {
  /// The number with a comma between thousands: `12,345`.
  var grouped: String {
    let digits = String(magnitude)
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return self < 0 ? "-\(text)" : text
  }
}
