extension Duration {
  /// A duration as it is typed, with its unit: `250ms`, `1.5s`, `10m`.
  ///
  /// To the nanosecond; nil for anything else, and for more than 1,000 hours.
  ///
  /// - Parameter text: Digits, at most one point among them, and a unit. No sign, no spaces.
  public init?(typed text: String) {
    let units: [(suffix: String, nanoseconds: Int64)] = [
      ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000),
    ]
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
    let parts = text.dropLast(unit.suffix.count).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.count > 1 ? parts[1] : "0"
    guard let first = parts.first, Self.isNumber(first), Self.isNumber(decimals),
      let whole = Int64(first), whole <= 60_000 * 60, decimals.count <= 9,
      let fraction = Int64(decimals)
    else { return nil }
    let scale = decimals.reduce(into: Int64(1)) { scale, _ in scale *= 10 }
    let nanoseconds = whole * unit.nanoseconds + fraction * unit.nanoseconds / scale
    guard nanoseconds <= 3_600_000_000_000_000 else { return nil }
    self = .nanoseconds(nanoseconds)
  }

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
  }
}
