/// The numbers of one run.
///
/// Shares are from zero to one and nil where nothing was counted; percentiles are nil where there
/// are too few samples to speak of one.
public struct ScenarioNumbers: Hashable, Sendable {
  // MARK: Loads

  /// Wishes for a picture: of cells, of the prefetcher, of the viewer.
  public var requested: Int = 0
  /// Wishes that the memory tier fulfilled.
  public var memoryHits: Int = 0
  /// Wishes whose bytes were on disk.
  public var diskHits: Int = 0
  /// Wishes that ended with a picture which was not in memory.
  public var loaded: Int = 0
  /// Wishes that ended with an error.
  public var failed: Int = 0
  /// Wishes that were given up.
  public var cancelled: Int = 0
  /// Wishes that were waiting when the system ended the app.
  public var lost: Int = 0
  /// Wishes that had not ended when the run did. Should be none.
  public var unfinished: Int = 0
  /// The share of finished wishes that the memory tier fulfilled.
  public var memoryHitRate: Double?
  /// The share of wishes past the memory tier whose bytes were on disk.
  public var diskHitRate: Double?
  /// The share of all wishes that were given up.
  public var cancelledShare: Double?
  /// The share of finished prefetches whose picture was never shown.
  public var wastedPrefetchShare: Double?

  // MARK: Time

  /// From a row's becoming visible to its picture's appearing: half of them took no longer.
  public var visibleToShownP50: Duration?
  /// The same for 95 of 100.
  public var visibleToShownP95: Duration?
  /// How long decodes took, away from the main actor: half of them no longer.
  public var decodeP50: Duration?
  /// The same for 95 of 100.
  public var decodeP95: Duration?
  /// Decodes that ran on the main actor. Should be none.
  public var decodesOnMainActor: Int = 0
  /// The longest time that the main actor was busy without a pause.
  public var longestBusy: Duration = .zero
  /// Frames that were drawn.
  public var frames: Int = 0
  /// Frames that were not, since the main actor was busy.
  public var droppedFrames: Int = 0
  /// How long the whole run took, in virtual time.
  public var elapsed: Duration = .zero

  // MARK: What was seen

  /// Visits of rows to the screen.
  public var visits: Int = 0
  /// Visits that ended, or had not ended, with the right picture.
  public var shownVisits: Int = 0
  /// Rows on the screen at the end that had not shown their picture.
  public var blankAtEnd: Int = 0
  /// Frames in which a row showed what it must not. Should be none.
  public var drawViolations: Int = 0

  // MARK: Bytes

  /// Requests that went out.
  public var requests: Int = 0
  /// Bytes of bodies that came in.
  public var downloadedBytes: Int = 0
  /// Those among them that belong to a transfer which did not finish.
  public var abandonedBytes: Int = 0

  // MARK: Memory

  /// The most that the app took at once, the baseline included.
  public var highWaterMark: Int = 0
  /// The most that pictures took at once when one had just been decoded, those in the making and
  /// on screen too.
  public var picturesHighWaterMark: Int = 0
  /// What pictures take when the user has left and the app has given back what it keeps. Should be
  /// none.
  public var heldAtEnd: Int = 0
  /// What the memory tier may hold.
  public var budget: Int = 0
  /// Signals that the system sent about memory.
  public var memorySignals: Int = 0
  /// How often the system ended the app for memory.
  public var terminations: Int = 0

  /// Numbers of a run in which nothing happened.
  public init() {}

  /// Whether every wish ended exactly once.
  public var isBalanced: Bool {
    unfinished == 0 && requested == memoryHits + loaded + failed + cancelled + lost
  }
}
