/// The decodes that run at a moment.
public struct RunningDecodes: Hashable, Sendable {
  /// How many there are.
  public var count: Int
  /// What they take together at their peaks, in bytes.
  public var byteCount: Int

  /// Decodes of a number and a size; by default none.
  public init(count: Int = 0, byteCount: Int = 0) {
    self.count = count
    self.byteCount = byteCount
  }
}
