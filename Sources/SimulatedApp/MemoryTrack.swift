/// How much memory pictures took, over time, in a bounded number of samples.
///
/// Each sample stands for an interval and holds the most that was seen in it, so a peak is never
/// lost. When there are too many, neighbours are joined and the interval doubles.
public struct MemoryTrack: Hashable, Sendable {
  /// The most that was seen in each interval, in bytes, from the start of the run on; one in
  /// which nobody looked repeats the one before.
  public private(set) var samples: [Int] = []
  /// The length of the interval that each sample stands for.
  public private(set) var interval: Duration

  /// How many intervals have been looked into.
  private var filled = 0

  /// The largest number of samples.
  public static let limit: Int = 1_024

  /// A track without samples.
  ///
  /// - Parameter interval: The interval at first.
  public init(interval: Duration = .milliseconds(4)) {
    self.interval = max(interval, .microseconds(1))
  }

  /// The most that was seen, in bytes.
  public var peak: Int { samples.max() ?? 0 }

  /// Takes a sample in. Amortised constant time, unless much time has passed since the last.
  ///
  /// - Parameters:
  ///   - bytes: What pictures take, in bytes.
  ///   - instant: When, from the start of the run; never before the last one.
  public mutating func add(_ bytes: Int, at instant: Duration) {
    while instant >= interval * Self.limit { join() }
    let place = Int(max(instant, .zero) / interval)
    while samples.count <= place { samples.append(samples.last ?? bytes) }
    samples[place] = place < filled ? max(samples[place], bytes) : bytes
    filled = max(filled, place + 1)
  }

  private mutating func join() {
    interval *= 2
    samples = stride(from: 0, to: samples.count, by: 2).map { place in
      place + 1 < samples.count ? max(samples[place], samples[place + 1]) : samples[place]
    }
    filled = (filled + 1) / 2
  }
}
