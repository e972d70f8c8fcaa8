/// How the loads of a loader have ended, each of them once.
public struct LoadCounts: Hashable, Sendable {
  /// Loads that callers have started.
  public var started: Int = 0
  /// Loads that ended with a picture.
  public var succeeded: Int = 0
  /// Loads that ended with an error of their own.
  public var failed: Int = 0
  /// Loads whose last caller left before they ended.
  public var cancelled: Int = 0

  /// Counts of a loader that has done nothing yet.
  public init() {}

  /// Loads that somebody waits for now.
  public var running: Int { started - succeeded - failed - cancelled }
}
