public import Simulation

/// Under which schedules a check runs.
///
/// Every second seed also makes each hop between actors a scheduling point, which shows
/// interleavings that need a busy actor. Which ones is a matter of the seed alone, so that a seed
/// is all it takes to repeat a run.
public struct SchedulePlan: Codable, Hashable, Sendable {
  /// Whether the in-order schedule is tried, before all others.
  public var isInOrder: Bool
  /// The first seed of the shuffled schedules.
  public var firstSeed: UInt64
  /// How many seeds are tried, one after the other from the first.
  public var seeds: Int
  /// Whether the other seeds are tried too once one has failed, so that it can be told how much a
  /// check depends on luck. A check that fails in order depends on none, and ends there.
  public var countsFailures: Bool
  /// Whether a failing run is repeated, so that the finding shows a shorter one.
  public var shortens: Bool

  /// A plan; by default in order and under a hundred seeds from zero, until the check fails.
  public init(
    isInOrder: Bool = true, firstSeed: UInt64 = 0, seeds: Int = 100, countsFailures: Bool = false,
    shortens: Bool = true
  ) {
    self.isInOrder = isInOrder
    self.firstSeed = firstSeed
    self.seeds = seeds
    self.countsFailures = countsFailures
    self.shortens = shortens
  }

  /// One seed and nothing else: how a finding is repeated.
  public static func only(seed: UInt64) -> SchedulePlan {
    SchedulePlan(isInOrder: false, firstSeed: seed, seeds: 1)
  }

  /// In order and nothing else.
  public static let inOrder = SchedulePlan(seeds: 0)

  /// The schedules, in the order in which they are tried.
  public var schedules: [Schedule] {
    (isInOrder ? [.inOrder] : [])
      + (0..<max(seeds, 0)).map { .shuffled(firstSeed &+ UInt64($0)) }
  }

  /// The same schedules for whoever wants to know whether a check passes, and not how it fails.
  public var withoutDetail: SchedulePlan {
    var plan = self
    plan.countsFailures = false
    plan.shortens = false
    return plan
  }

  /// How hops to free actors behave under a schedule of this plan.
  static func hops(under schedule: Schedule) -> ActorHops {
    if case .shuffled(let seed) = schedule, seed % 2 == 1 { .scheduled } else { .inline }
  }

  /// The same plan with another number of seeds, for checks that are expensive or need many.
  ///
  /// Where ten times the usual hundred was asked for, it is ten times that number too. A plan
  /// without the in-order schedule, or without any seed, stays as it is: whoever asked for one
  /// schedule gets that one.
  public func with(seeds count: Int?) -> SchedulePlan {
    var plan = self
    if let count, isInOrder, seeds > 0 { plan.seeds = (max(count, 0) * seeds + 99) / 100 }
    return plan
  }
}
