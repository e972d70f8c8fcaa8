/// How long the steps of a simulated disk take, in virtual time.
///
/// Half of it passes before a step takes effect and half before its call returns, so that other
/// tasks run in between on either side.
public struct DiskTiming: Hashable, Sendable {
  /// What each step takes at the least.
  public var perStep: Duration
  /// What a flush takes besides: it waits for the medium.
  public var perFlush: Duration
  /// How many bytes are read or written in a millisecond; below one, they take no time.
  public var bytesPerMillisecond: Int

  /// The given times.
  public init(perStep: Duration, perFlush: Duration, bytesPerMillisecond: Int) {
    self.perStep = perStep
    self.perFlush = perFlush
    self.bytesPerMillisecond = bytesPerMillisecond
  }

  /// About a phone: 0.1 ms a step, 4 ms a flush, 500 MB a second. An assumption, not a
  /// measurement; nothing may depend on the figures.
  public static let phone: DiskTiming = DiskTiming(
    perStep: .microseconds(100), perFlush: .milliseconds(4), bytesPerMillisecond: 500_000)

  /// No time passes, yet each step lets others run before and after it.
  public static let none: DiskTiming = DiskTiming(
    perStep: .zero, perFlush: .zero, bytesPerMillisecond: 0)

  func duration(of operation: DiskOperation, readCount: Int) -> Duration {
    switch operation {
    case .read: perStep + transfer(readCount)
    case .write(_, let count), .append(_, let count): perStep + transfer(count)
    case .flush: perStep + perFlush
    case .rename, .remove, .list: perStep
    }
  }

  private func transfer(_ count: Int) -> Duration {
    guard bytesPerMillisecond > 0 else { return .zero }
    return .nanoseconds(Int64(Double(count) / Double(bytesPerMillisecond) * 1_000_000))
  }
}
