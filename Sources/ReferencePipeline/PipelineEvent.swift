public import Vocabulary

/// One thing that happened in a pipeline, for a timeline.
///
/// Told at once, on the thread on which it happened, in the order in which things happened there.
public struct PipelineEvent: Hashable, Sendable {
  /// What happened.
  public enum Step: Hashable, Sendable {
    /// A caller asks for a picture.
    case asked(LoadPriority)
    /// The caller found others that wait for the same picture, and shares their load.
    case joined
    /// The memory tier had the picture.
    case hit
    /// A load begins: the picture is not in memory, or has to be asked about.
    case started
    /// The bytes came from the disk tier.
    case read
    /// A request goes to the server; conditional where the bytes are there already.
    case sent(isConditional: Bool)
    /// A piece of the body came, so many bytes long.
    case received(bytes: Int)
    /// The server confirmed what is held, without a body.
    case confirmed
    /// The server could not be asked, and what is held goes on being shown.
    case stale
    /// An attempt failed, and the next one is made after this time.
    case waits(Duration)
    /// The picture is another one than the screen shows, which is told so. By its key in memory.
    case changed
    /// A picture was decoded, in that time.
    case decoded(Duration)
    /// The caller has its picture.
    case loaded
    /// The caller gets an error.
    case failed
    /// The caller wants the picture no more.
    case cancelled
    /// The picture is on screen, so long after its place became visible.
    case shown(afterVisible: Duration)
  }

  /// When, counted from the beginning of the pipeline on its clock.
  public let time: Duration
  /// Which picture, by the URL that the server is asked for and the size that is decoded.
  public let key: ImageKey
  /// Which wish of which caller; nil for what is done for all of them, or for none.
  public let load: LoadEvent.LoadID?
  /// What happened.
  public let step: Step
}

extension PipelineEvent: CustomStringConvertible {
  /// What happened to what, for a line of a timeline.
  public var description: String {
    "\(key)\(load.map { " #\($0.rawValue)" } ?? "") \(step)"
  }
}
