/// What is known of the memory that the app takes on a class of devices.
public struct MemoryFigures: Hashable, Sendable {
  /// The most that any run has taken, in bytes.
  public var highWaterMark: Int
  /// How many runs there were.
  public var runs: Int
  /// How many of them the system ended for memory before the eyes of the user, by all that is
  /// known.
  public var terminations: Int

  /// Figures; by default of no run.
  public init(highWaterMark: Int = 0, runs: Int = 0, terminations: Int = 0) {
    self.highWaterMark = highWaterMark
    self.runs = runs
    self.terminations = terminations
  }
}
