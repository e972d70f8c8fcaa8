public import Simulation

/// How many requests came in each second of virtual time.
public struct RequestRate: Hashable, Sendable {
  /// The seconds in which requests came, and how many; a request at 1.9 s is in second 1.
  public private(set) var counts: [Int: Int] = [:]
  /// How many requests there were in all.
  public private(set) var total: Int = 0
  /// The most in any second.
  public private(set) var peak: Int = 0

  /// A rate without any requests.
  public init() {}

  /// How many requests came in a second.
  public func count(inSecond second: Int) -> Int { counts[second, default: 0] }

  /// Counts a request. Constant time.
  public mutating func add(at instant: SimulatedClock.Instant) {
    let second = Int(instant.offset.components.seconds)
    counts[second, default: 0] += 1
    total += 1
    peak = max(peak, count(inSecond: second))
  }
}
