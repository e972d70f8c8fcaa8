extension Duration {
  /// The duration in milliseconds with a unit, cut to the nanosecond, without trailing zeros:
  /// `120 ms`, `8.333333 ms`. The same on every platform and in every locale.
  var milliseconds: String {
    let nanoseconds = attoseconds.magnitude / 1_000_000_000
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let sign = attoseconds < 0 && nanoseconds > 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole) ms" }
    var decimals = String(rest)
    decimals = String(repeating: "0", count: 6 - decimals.count) + decimals
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(sign)\(whole).\(decimals) ms"
  }
}
