import Foundation
public import Vocabulary

/// When a copy was last known to be right, on all the clocks that a device has.
///
/// Kept beside the copy. Reading the copy never changes it: the order of use and the freshness
/// are two things, and a picture that is looked at every day must still grow old.
public struct FreshnessStamp: Hashable, Codable, Sendable {
  /// What the calendar said, in seconds since 1970.
  public let wallSeconds: Double
  /// The time since the boot, in seconds.
  public let uptimeSeconds: Double
  /// The boot to which the uptime belongs.
  public let boot: String

  /// The stamp of a copy that has just come from the server, or was just confirmed by it.
  public init(at time: any TimeReading) {
    wallSeconds = time.wallClock.timeIntervalSince1970
    uptimeSeconds = time.uptime / .seconds(1)
    boot = time.boot
  }

  /// How old the copy is.
  ///
  /// Within one boot the uptime tells exactly, and setting the wall clock changes nothing. After
  /// a reboot only the wall clock is left. A copy from the future, by that clock, has an unknown
  /// age: either clock may be the wrong one.
  ///
  /// - Parameter time: What the device knows now.
  /// - Returns: The age; nil where it cannot be known.
  public func age(at time: any TimeReading) -> Duration? {
    if time.boot == boot {
      let age = time.uptime / .seconds(1) - uptimeSeconds
      return age < 0 ? nil : .seconds(age)
    }
    let age = time.wallClock.timeIntervalSince1970 - wallSeconds
    return age < 0 ? nil : .seconds(age)
  }
}

/// How stale one screen may be.
///
/// A cache on a phone is a copy that lags behind, so staleness is no bug but a budget, set for
/// each screen on purpose.
public struct StalenessBudget: Hashable, Sendable {
  /// What a screen does with a copy.
  public enum Decision: Hashable, Sendable {
    /// Show it, ask nobody.
    case show
    /// Show it, and ask the server meanwhile.
    case showAndRefresh
    /// Do not show it before the server has answered.
    case refuse
    /// The server cannot be asked and the copy is past its budget: show it and say so.
    case showAsStale
  }

  /// Up to this age, exclusive, a copy is shown without a question.
  public let fresh: Duration
  /// From `fresh` up to this age, exclusive, it is shown while the server is asked.
  public let usable: Duration

  /// A budget; `usable` is at least `fresh`, and neither is negative.
  public init(fresh: Duration, usable: Duration) {
    self.fresh = max(fresh, .zero)
    self.usable = max(usable, self.fresh)
  }

  /// What to do with a copy, from whichever tier it comes: a memory hit has no other budget.
  ///
  /// At exactly the budget it is over. A copy of unknown age is shown while the server is asked;
  /// the answer gives it a new stamp, so that it is asked once and not for ever.
  ///
  /// - Parameters:
  ///   - stamp: When the copy was last known to be right.
  ///   - time: What the device knows now.
  ///   - isOffline: Whether the server cannot be asked. Data is never thrown away for that.
  /// - Returns: The decision.
  public func decision(
    for stamp: FreshnessStamp, at time: any TimeReading, isOffline: Bool
  ) -> Decision {
    guard let age = stamp.age(at: time) else {
      return isOffline ? .showAsStale : .showAndRefresh
    }
    if age < fresh { return .show }
    if isOffline { return age < usable ? .show : .showAsStale }
    return age < usable ? .showAndRefresh : .refuse
  }
}

extension StalenessBudget {
  /// A portrait: rarely changed, and its owner notices at once.
  public static let avatar = StalenessBudget(fresh: .seconds(300), usable: .seconds(86_400))
  /// A photo at a URL that always means the same bytes: never stale, only old.
  public static let immutable = StalenessBudget(
    fresh: .seconds(365 * 86_400), usable: .seconds(365 * 86_400))
  /// The list itself: shown at once after a launch, refreshed behind it.
  public static let feed = StalenessBudget(fresh: .seconds(60), usable: .seconds(3_600))
}
