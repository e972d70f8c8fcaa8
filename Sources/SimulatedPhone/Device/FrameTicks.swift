/// The instants at which a display shows a new frame: number k at k seconds over the rate.
///
/// Counted from the start of the simulation and rounded down to the nanosecond each, so they do
/// not drift: the 60th of 60 is at one second exactly.
struct FrameTicks: Hashable, Sendable {
  let rate: Int
  private static let second = 1_000_000_000

  /// - Parameter rate: Frames a second, in Hz; at least one.
  init(rate: Int) {
    self.rate = min(max(rate, 1), Self.second)
  }

  /// How many frames come before an instant, in nanoseconds.
  func count(before instant: Int) -> Int {
    let (seconds, rest) = max(instant, 0).quotientAndRemainder(dividingBy: Self.second)
    return seconds * rate + (rest * rate + Self.second - 1) / Self.second
  }

  /// The first frame after an instant.
  func next(after instant: Duration) -> Duration {
    let number = count(before: instant.flooredNanoseconds + 1)
    let (seconds, rest) = number.quotientAndRemainder(dividingBy: rate)
    return .seconds(seconds) + .nanoseconds(rest * Self.second / rate)
  }
}

extension Duration {
  /// Nanoseconds, rounded down, and bounded at 36 years so that sums of two still fit.
  var flooredNanoseconds: Int {
    let (seconds, attoseconds) = components
    let (product, overflow) = Int(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow, product.magnitude < UInt.max / 16 else {
      return seconds < 0 ? .min / 8 : .max / 8
    }
    let (fraction, rest) = Int(attoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
    return product + (rest < 0 ? fraction - 1 : fraction)
  }
}
