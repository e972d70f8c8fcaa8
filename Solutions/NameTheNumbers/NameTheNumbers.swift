import Foundation
public import Vocabulary

/// What a session's figures are split by: a change that helps flagships can end the cheap phones.
public struct SessionLabel: Hashable, Sendable {
  /// The class of the device.
  public let deviceClass: String
  /// The version of the app.
  public let appVersion: String

  /// A label.
  public init(deviceClass: String, appVersion: String) {
    self.deviceClass = deviceClass
    self.appVersion = appVersion
  }
}

/// The numbers of one session or, merged, of many: made from the events of loads, one by one.
///
/// Memory is constant for each series, and grows with the loads that are running, not with those
/// that have ended; of finished prefetches the last 4,096 are known, and one that is shown later
/// than that counts as wasted. Figures of two sessions merge to exactly the figures of both, which a mean or
/// a percentile by itself does not: so counts and buckets are kept, and shares and percentiles
/// are made last.
public struct LoadMetrics: Hashable, Sendable {
  /// Loads that were asked for.
  public private(set) var requested = 0
  /// Loads that the memory tier ended.
  public private(set) var memoryHits = 0
  /// Loads whose bytes came from the disk tier. One that is promoted to memory is one hit.
  public private(set) var diskHits = 0
  /// Loads that ended with a picture which was not in memory.
  public private(set) var loaded = 0
  /// Loads that ended with an error.
  public private(set) var failed = 0
  /// Loads that their caller gave up.
  public private(set) var cancelled = 0
  /// Prefetches that ended with a picture from disk or network.
  public private(set) var finishedPrefetches = 0
  /// Those among them whose picture was shown.
  public private(set) var shownPrefetches = 0
  /// Bytes that came over the network.
  public private(set) var downloadedBytes = 0
  /// Decodes that ran on the main actor. Should be none.
  public private(set) var decodesOnMainActor = 0
  /// From a row's becoming visible to its picture's appearing.
  public private(set) var visibleToShown = DurationSketch()
  /// How long decodes took, away from the main actor.
  public private(set) var decodeTime = DurationSketch()
  /// The most bytes of decoded pictures at one moment.
  public private(set) var highWaterBytes = 0
  /// Sessions that the system ended for memory, as the system tells at the next launch.
  public private(set) var memoryTerminations = 0
  /// Events that contradict others: an end without a beginning, or a second end.
  public private(set) var contradictions = 0

  private var running: [LoadEvent.LoadID: Running] = [:]
  private var unshown: Set<LoadEvent.LoadID> = []
  /// Finished prefetches in their order, as a ring, so that the oldest can be forgotten.
  private var finished: [LoadEvent.LoadID] = []
  private static let remembered = 4_096

  private struct Running: Hashable {
    var isPrefetch: Bool
    var hasDiskHit = false
  }

  /// Figures without any event.
  public init() {}

  /// Takes an event in. Amortised constant time.
  public mutating func record(_ event: LoadEvent) {
    switch event.step {
    case .requested(let priority):
      guard running[event.load] == nil else { return contradictions += 1 }
      running[event.load] = Running(isPrefetch: priority == .prefetch)
      requested += 1
    case .diskHit:
      guard running[event.load]?.hasDiskHit == false else { return contradictions += 1 }
      running[event.load]?.hasDiskHit = true
      diskHits += 1
    case .downloaded(let bytes):
      downloadedBytes += max(0, bytes)
    case .decoded(let duration, let onMainActor):
      if onMainActor { decodesOnMainActor += 1 } else { decodeTime.add(duration) }
    case .shown(let duration):
      visibleToShown.add(duration)
      if unshown.remove(event.load) != nil { shownPrefetches += 1 }
    case .memoryHit:
      end(event.load, \.memoryHits)
    case .loaded:
      if end(event.load, \.loaded)?.isPrefetch == true {
        remember(event.load)
      }
    case .failed:
      end(event.load, \.failed)
    case .cancelled:
      end(event.load, \.cancelled)
    }
  }

  /// Takes in how many bytes of decoded pictures there are now.
  public mutating func recordLiveBytes(_ bytes: Int) {
    highWaterBytes = max(highWaterBytes, bytes)
  }

  /// Takes in that the previous session was ended for memory. No crash reporter sees that.
  public mutating func recordMemoryTermination() {
    memoryTerminations += 1
  }

  /// Adds the figures of another session; the running loads of both stay what they are, so merge
  /// when a session has ended.
  public mutating func merge(_ other: LoadMetrics) {
    requested += other.requested
    memoryHits += other.memoryHits
    diskHits += other.diskHits
    loaded += other.loaded
    failed += other.failed
    cancelled += other.cancelled
    finishedPrefetches += other.finishedPrefetches
    shownPrefetches += other.shownPrefetches
    downloadedBytes += other.downloadedBytes
    decodesOnMainActor += other.decodesOnMainActor
    visibleToShown.merge(other.visibleToShown)
    decodeTime.merge(other.decodeTime)
    highWaterBytes = max(highWaterBytes, other.highWaterBytes)
    memoryTerminations += other.memoryTerminations
    contradictions += other.contradictions
  }

  /// The share of finished loads that the memory tier ended. Cancelled ones say nothing about the
  /// cache and do not count. Nil where there was none.
  public var memoryHitRate: Double? {
    Self.share(memoryHits, of: memoryHits + loaded + failed)
  }

  /// The share of loads that passed the memory tier whose bytes were on disk.
  public var diskHitRate: Double? {
    Self.share(min(diskHits, loaded + failed), of: loaded + failed)
  }

  /// The share of all loads that their caller gave up.
  public var cancelledShare: Double? { Self.share(cancelled, of: requested) }

  /// The share of finished prefetches whose picture was never shown.
  public var wastedPrefetchShare: Double? {
    Self.share(finishedPrefetches - shownPrefetches, of: finishedPrefetches)
  }

  /// Loads that have not ended.
  public var runningLoads: Int { running.count }

  private mutating func remember(_ prefetch: LoadEvent.LoadID) {
    let place = finishedPrefetches % Self.remembered
    if place < finished.count {
      unshown.remove(finished[place])
      finished[place] = prefetch
    } else {
      finished.append(prefetch)
    }
    unshown.insert(prefetch)
    finishedPrefetches += 1
  }

  @discardableResult
  private mutating func end(
    _ load: LoadEvent.LoadID, _ count: WritableKeyPath<LoadMetrics, Int>
  ) -> Running? {
    guard let ended = running.removeValue(forKey: load) else {
      contradictions += 1
      return nil
    }
    self[keyPath: count] += 1
    return ended
  }

  private static func share(_ part: Int, of whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
  }
}

/// Percentiles by nearest rank: the value that stands at place ⌈p · n⌉ of the sorted samples.
public enum NearestRank {
  /// The place of a percentile among `count` sorted samples, counted from 1.
  ///
  /// In whole numbers, so that 95 of 100 is place 95 and not, by a rounding error, 96. For n of
  /// 1, 5, 20, 21 and 100 the 95th percentile stands at 1, 5, 19, 20 and 95.
  ///
  /// - Parameters:
  ///   - percent: From 1 to 100; other values are moved to the nearer bound.
  ///   - count: How many samples there are.
  /// - Returns: The place; nil without samples.
  public static func place(ofPercent percent: Int, among count: Int) -> Int? {
    guard count > 0 else { return nil }
    let percent = min(max(percent, 1), 100)
    let (whole, rest) = count.quotientAndRemainder(dividingBy: 100)
    return whole * percent + (rest * percent + 99) / 100
  }
}

/// Durations in buckets whose width grows with the value, so that any percentile is known within
/// one percent of itself, in constant memory (after DDSketch: Masson, Rim, Lee, VLDB 2019).
///
/// From a microsecond to a day; what lies outside counts as the nearer bound.
public struct DurationSketch: Hashable, Sendable {
  /// How far a percentile may be from the true one, as a share of it.
  public static let relativeError = 0.01
  /// Under so many samples there is no percentile to speak of.
  public static let minimumSamples = 20

  private static let range = Duration.microseconds(1)...(.seconds(86_400))
  private static let gamma = (1 + relativeError) / (1 - relativeError)
  private static let bucketCount = bucket(of: range.upperBound) + 1

  /// How many durations were added.
  public private(set) var count = 0
  private var buckets = [Int](repeating: 0, count: bucketCount)
  private var shortest = DurationSketch.range.upperBound
  private var longest = DurationSketch.range.lowerBound

  /// A sketch without any duration.
  public init() {}

  /// Adds a duration. Constant time.
  public mutating func add(_ duration: Duration) {
    let duration = min(max(duration, Self.range.lowerBound), Self.range.upperBound)
    buckets[Self.bucket(of: duration)] += 1
    shortest = min(shortest, duration)
    longest = max(longest, duration)
    count += 1
  }

  /// Adds all durations of another sketch; the result is that of one which saw them all.
  public mutating func merge(_ other: DurationSketch) {
    for bucket in buckets.indices { buckets[bucket] += other.buckets[bucket] }
    shortest = min(shortest, other.shortest)
    longest = max(longest, other.longest)
    count += other.count
  }

  /// A percentile by nearest rank, within ``relativeError``, and never outside the samples.
  ///
  /// - Parameters:
  ///   - percent: From 1 to 100.
  ///   - minimum: How many samples it takes; nil below that, which reads "not enough".
  /// - Returns: The percentile.
  public func percentile(
    _ percent: Int, minimumSamples minimum: Int = minimumSamples
  ) -> Duration? {
    guard count >= max(1, minimum),
      var place = NearestRank.place(ofPercent: percent, among: count)
    else { return nil }
    for (bucket, samples) in buckets.enumerated() {
      place -= samples
      guard place <= 0 else { continue }
      // The middle of the bucket, in the sense of equal relative distance to both of its ends.
      let middle = 2 * pow(Self.gamma, Double(bucket)) / (Self.gamma + 1)
      return min(max(.microseconds(middle), shortest), longest)
    }
    return nil
  }

  private static func bucket(of duration: Duration) -> Int {
    max(0, Int((log(duration / .microseconds(1)) / log(gamma)).rounded(.up)))
  }
}
