public import Simulation
public import Vocabulary

/// A scrolling list with reused cells, as a collection view drives it, in virtual time.
///
/// A *layout* moves the content and binds cells to the rows that come; a *frame* draws, at the
/// refresh rate of the device. At each frame what a cell draws is held against what it is bound
/// to, and every difference is a ``DrawViolation``. While the main actor is busy (see
/// ``MainActorMeter``), or the app is off the screen or terminated, there is neither.
///
/// ```swift
/// let feed = SimulatedFeed(rows: rows, device: device, simulation: simulation) { Cell(loader) }
/// try await feed.fling(rows: 500, over: .seconds(1))
/// let isComplete = try await feed.untilShown(within: .seconds(2))
/// ```
///
/// Layouts are as frequent as it takes for no row to be skipped, so in a fast fling several lie
/// between two frames and each row is bound once. A real list skips rows at such a speed; this
/// one shows the pipeline all of them.
@MainActor
public final class SimulatedFeed {
  /// A row on the screen, with the cell that shows it.
  final class Place {
    /// What has to be seen there.
    let content: FeedRow
    let cell: any ImageShowing
    var visit: FeedVisit
    /// The place in `visits`, where these are kept.
    let number: Int?
    /// What was drawn last: what is known of it holds while it is the same.
    weak var drawn: Bitmap?
    var isShown = false

    /// The number of the row.
    var row: Int { visit.row }

    init(_ content: FeedRow, cell: any ImageShowing, visit: FeedVisit, number: Int?) {
      self.content = content
      self.cell = cell
      self.visit = visit
      self.number = number
    }
  }

  /// The rows of the list.
  public let rows: FeedRows
  /// The height of a row, in pixels.
  public let rowHeight: Int

  /// Told the rows on the screen and the direction of travel, after each layout that changed
  /// them.
  public var onVisible: ((Range<Int>, ScrollDirection) -> Void)?
  /// Told rows that lie ahead, once for each time that they come near.
  public var onPrefetch: (([Int]) -> Void)?
  /// Told rows that were announced to ``onPrefetch`` and are not near any more.
  public var onCancelPrefetch: (([Int]) -> Void)?

  /// Told each visit of a row when it ends.
  public var onLeave: ((FeedVisit) -> Void)?

  /// All visits of rows to the screen, in the order in which they began; empty where the feed was
  /// made to keep none.
  public internal(set) var visits: [FeedVisit] = []
  /// All draws that were wrong, one for each picture in each row, in order.
  public internal(set) var violations: [DrawViolation] = []
  /// How many frames were drawn.
  public internal(set) var frames: Int = 0
  /// How many frames were not, since the main actor was busy.
  public internal(set) var droppedFrames: Int = 0
  /// How many cells the list has made.
  public internal(set) var cellsMade: Int = 0

  let device: SimulatedDevice
  let simulation: Simulation
  let ticks: FrameTicks
  let keepsVisits: Bool
  let makeCell: @MainActor () -> any ImageShowing
  var offset = 0
  var direction = ScrollDirection.forward
  var visible: Range<Int> = 0..<0
  /// One for each row of `visible`, in order.
  var places: [Place] = []
  var spare: [any ImageShowing] = []
  var window: PrefetchWindow

  /// A list at its top, which has not appeared yet.
  ///
  /// - Parameters:
  ///   - rows: What it shows. A row is made once for each time that it comes onto the screen.
  ///   - device: Whose screen and rate of frames it has, and whose main actor it shares.
  ///   - simulation: Whose clock passes.
  ///   - rowHeight: In pixels, at least one; by default 120 points.
  ///   - prefetchDistance: How many rows ahead are announced for prefetch; by default a screen.
  ///   - keepsVisits: Whether ``visits`` has all visits. Otherwise nothing is kept of a row that
  ///     has left the screen; ``onLeave`` is told of its visit.
  ///   - makeCell: Makes a cell. It is called for as many as are on the screen at once.
  public init(
    rows: FeedRows, device: SimulatedDevice, simulation: Simulation, rowHeight: Int? = nil,
    prefetchDistance: Int? = nil, keepsVisits: Bool = true,
    makeCell: @escaping @MainActor () -> any ImageShowing
  ) {
    let usual = Int(exactly: (120 * device.deviceClass.scale).rounded()) ?? 120
    let height = min(max(rowHeight ?? usual, 1), 1 << 20)
    let screenful = max(device.deviceClass.screen.height, 0) / height + 1
    self.rows = rows
    self.device = device
    self.simulation = simulation
    self.rowHeight = height
    self.keepsVisits = keepsVisits
    self.makeCell = makeCell
    ticks = FrameTicks(rate: device.deviceClass.refreshRate)
    window = PrefetchWindow(distance: prefetchDistance ?? screenful)
  }

  /// A list of rows that are there already; see the other initialiser.
  public convenience init(
    rows: [FeedRow], device: SimulatedDevice, simulation: Simulation, rowHeight: Int? = nil,
    prefetchDistance: Int? = nil, makeCell: @escaping @MainActor () -> any ImageShowing
  ) {
    self.init(
      rows: FeedRows(rows), device: device, simulation: simulation, rowHeight: rowHeight,
      prefetchDistance: prefetchDistance, makeCell: makeCell)
  }

  /// The visits that have not ended, from the upper edge of the screen to the lower.
  public var currentVisits: [FeedVisit] { places.map(\.visit) }

  /// The rows on the screen, whole or in part.
  public var visibleRows: Range<Int> { visible }

  /// The rows on the screen that have not shown their picture yet; rows without a key are not
  /// among them.
  public var rowsWithoutPicture: [Int] {
    places.filter { !$0.isShown && $0.content.key != nil }.map(\.row)
  }

  /// The cell of a row on the screen; nil for any other row.
  public func cell(at row: Int) -> (any ImageShowing)? {
    places.first { $0.row == row }?.cell
  }
}
