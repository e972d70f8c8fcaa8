/// One thing that happened to a load, as the pipeline tells it to whoever measures.
///
/// A load is one wish of one caller. It begins with ``Step/requested(_:)`` and ends exactly once:
/// with a hit, loaded, failed or cancelled.
public struct LoadEvent: Hashable, Sendable {
  /// Names a load within its session.
  public struct LoadID: RawRepresentable, Hashable, Sendable {
    /// A number that no other load of the session has.
    public let rawValue: UInt64

    /// The id with that number.
    public init(rawValue: UInt64) {
      self.rawValue = rawValue
    }
  }

  /// What happened.
  public enum Step: Hashable, Sendable {
    /// A caller asks for a picture.
    case requested(LoadPriority)
    /// The end: the memory tier had it.
    case memoryHit
    /// The bytes came from the disk tier; the load goes on.
    case diskHit
    /// Bytes arrived from the network, so many; the load goes on.
    case downloaded(bytes: Int)
    /// A picture was decoded in that time; the load goes on.
    case decoded(duration: Duration, onMainActor: Bool)
    /// The end: the picture is there, after a disk hit or a download.
    case loaded
    /// The end: there is no picture.
    case failed
    /// The end: the caller wants it no more.
    case cancelled
    /// The picture is on screen, so long after its row became visible. May come after the end.
    case shown(afterVisible: Duration)
  }

  /// Which load.
  public let load: LoadID
  /// What happened to it.
  public let step: Step

  /// An event.
  public init(load: LoadID, step: Step) {
    self.load = load
    self.step = step
  }
}
