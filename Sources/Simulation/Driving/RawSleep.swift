/// A sleep on a real clock, which the simulation turns into a delay in virtual time.
///
/// The runtime turns the duration of a `Task.sleep` into an instant of the real clock before
/// anyone sees it. By the time the simulation reads that clock again a little has passed, or a
/// lot where the thread was interrupted in between.
enum RawSleep {
  /// The runtime told the duration itself.
  case exactly(Duration)
  /// The runtime told the end; so much was left of the sleep when the clock was read again.
  case aboutToEnd(in: Duration)

  /// The sleep cannot have been meant to be shorter than this.
  var shortest: Duration {
    switch self {
    case .exactly(let delay), .aboutToEnd(in: let delay): delay
    }
  }

  /// The delay that was asked for, in whole milliseconds.
  ///
  /// What is left, rounded up. Where a millisecond or more may be missing, the roundest number that
  /// is possible, since people write 250, not 247. So a sleep that is shorter than the interruption
  /// can be misjudged.
  ///
  /// - Parameter missing: How long the thread may have stood still since the sleep was asked for.
  /// - Returns: A delay that is not negative.
  func delay(missing: Duration) -> Duration {
    let least = max(0, shortest.wholeMilliseconds(.up))
    guard case .aboutToEnd(let rest) = self, missing >= .milliseconds(1) else {
      return .milliseconds(least)
    }
    // The thread has also worked for a little since then.
    let most = (rest + missing + .microseconds(500)).wholeMilliseconds(.down)
    guard most > least else { return .milliseconds(least) }
    for unit in Self.roundUnits {
      let candidate = (least + unit - 1) / unit * unit
      if candidate <= most { return .milliseconds(candidate) }
    }
    return .milliseconds(least)
  }

  private static let roundUnits: [Int64] = {
    var units: [Int64] = []
    var power: Int64 = 1_000_000_000
    while power >= 10 {
      units += [power, power / 2, power / 5]
      power /= 10
    }
    return units
  }()
}

extension Duration {
  /// Beyond a million years the exact number no longer matters, but it must not overflow.
  fileprivate func wholeMilliseconds(_ rule: FloatingPointRoundingRule) -> Int64 {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
    let roundsUp = rule == .up && rest > 0
    let roundsDown = rule == .down && rest < 0
    let rounded = whole + (roundsUp ? 1 : 0) - (roundsDown ? 1 : 0)
    return Int64(clamping: min(max(rounded, 0), Int128(Int64.max / 1_000)))
  }
}
