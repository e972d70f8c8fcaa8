/// Something that happened to the picture of a row, as it is drawn.
public struct FeedEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: String, Hashable, CaseIterable, Sendable {
    /// The row came onto the screen.
    case appeared
    /// The picture was asked for, and not in memory.
    case asked
    /// The picture was asked for while it was being loaded.
    case joined
    /// The memory tier had it.
    case hit
    /// All bytes had come over the network.
    case downloaded
    /// The picture was decoded.
    case decoded
    /// The right picture was drawn for the first time.
    case shown
    /// Nobody wanted it any more before it was there.
    case cancelled
    /// The load failed.
    case failed
    /// The row left the screen.
    case left
  }

  /// When, from the start of the run.
  public var instant: Duration
  /// The number of the row.
  public var row: Int
  /// What happened.
  public var kind: Kind

  /// An event.
  public init(_ kind: Kind, row: Int, at instant: Duration) {
    self.kind = kind
    self.row = row
    self.instant = instant
  }
}
