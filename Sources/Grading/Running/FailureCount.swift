import Foundation

/// Under how many shuffled schedules a check failed, of those that were tried.
public struct FailureCount: Codable, Hashable, Sendable {
  /// How many were tried.
  public var tried: Int
  /// Under how many of them it failed.
  public var failed: Int

  /// A count.
  public init(tried: Int = 0, failed: Int = 0) {
    self.tried = tried
    self.failed = failed
  }

  /// Whether as many other schedules may well show no failure: with a chance above one in a
  /// hundred, if each fails as often as these did. Of a hundred that is so where fewer than five
  /// fail.
  public var isLuck: Bool {
    guard tried > 0 else { return false }
    return pow(1 - Double(failed) / Double(tried), Double(tried)) > 0.01
  }
}
