public import PrefetchIsABetSolution
import Synchronization
public import Vocabulary

/// A feed on the screen: makes the cells, bets on the rows ahead, and stops betting while memory
/// is short.
///
/// A list drives it. It asks for cells with ``makeCell()`` and binds them to keys, and tells what
/// is visible to ``show(_:_:)``. From the pipeline it hears by itself: an app that passes signals
/// about memory to that reaches all lists with them.
///
/// ```swift
/// let screen = FeedScreen(pipeline, rowCount: posts.count, prefetchDistance: 8, clock: clock) {
///   posts[$0].key
/// }
/// let list = List(makeCell: screen.makeCell)
/// list.onVisible = screen.show
/// ```
@MainActor
public final class FeedScreen: ScreenListening {
  private struct Place {
    weak var cell: FeedCell?
  }

  private let pictures: any PictureProviding
  private let kind: ImageKind
  private let clock: any Clock<Duration>
  private let stopwatch: Stopwatch
  private let prefetcher: Prefetcher
  private let pause: Duration
  /// When memory was short last, while nothing is prefetched for that. What follows from it is
  /// done under the lock, so that a pause is not ended by what was before it.
  private let pausedAt = Mutex<Duration?>(nil)
  /// The cells that the list has; it makes few and uses them again.
  private var places: [Place] = []

  /// A feed that is not on the screen yet.
  ///
  /// - Parameters:
  ///   - pictures: Where pictures come from.
  ///   - rowCount: How many rows there are.
  ///   - kind: The kind of the pictures.
  ///   - prefetchDistance: How many rows ahead are loaded; zero for none.
  ///   - pause: For how long nothing is prefetched after memory was short.
  ///   - clock: What the times from visible to shown go by, and requests that are made again.
  ///   - key: What a row is bound to, by its number from zero on; nil for a row without a picture.
  ///     Asked on any thread, each time that the row comes near; nothing is kept of the answer.
  public init(
    _ pictures: any PictureProviding, rowCount: Int, kind: ImageKind = .feedThumbnail,
    prefetchDistance: Int, pause: Duration = .seconds(10), clock: any Clock<Duration>,
    key: @escaping @Sendable (Int) -> ImageKey?
  ) {
    self.pictures = pictures
    self.kind = kind
    self.clock = clock
    self.pause = pause
    stopwatch = Stopwatch(clock)
    let plan = PrefetchPlan(distance: prefetchDistance, rowCount: rowCount)
    prefetcher = Prefetcher(plan) { row in
      guard let key = key(row) else { return .held }
      let request = ImageRequest(kind, key)
      guard pictures.cachedImage(for: request) == nil else { return .held }
      let picture = try await pictures.image(for: request, priority: .prefetch)
      return .finished(byteCount: picture.byteCount)
    }
    pictures.attach(self)
  }

  /// A feed whose keys are there already; nil stands for a row without a picture.
  public convenience init(
    _ pictures: any PictureProviding, rows: [ImageKey?], kind: ImageKind = .feedThumbnail,
    prefetchDistance: Int, pause: Duration = .seconds(10), clock: any Clock<Duration>
  ) {
    self.init(
      pictures, rowCount: rows.count, kind: kind, prefetchDistance: prefetchDistance,
      pause: pause, clock: clock
    ) { rows[$0] }
  }

  /// A cell for the list to reuse.
  public func makeCell() -> any ImageShowing {
    let cell = FeedCell(pictures, kind, clock: clock, stopwatch: stopwatch)
    places.removeAll { $0.cell == nil }
    places.append(Place(cell: cell))
    return cell
  }

  /// Takes in which rows are visible, and which way the list travels.
  ///
  /// Linear in the rows that came and went with it.
  public func show(_ rows: Range<Int>, _ direction: ScrollDirection) {
    pausedAt.withLock { since in
      guard let begin = since, stopwatch.elapsed - begin >= pause else { return }
      since = nil
      prefetcher.resume(.memoryPressure)
    }
    prefetcher.show(rows, direction)
  }

  /// Takes in that the feed has left the screen: nothing is loaded ahead any more.
  public func disappear() {
    prefetcher.show(0..<0, .forward)
  }

  /// Takes in whether the user wants little data to be used.
  public func setLowData(_ isOn: Bool) {
    if isOn { prefetcher.pause(.lowData) } else { prefetcher.resume(.lowData) }
  }

  /// What has become of the bets so far; what they cost is counted in bytes of decoded pictures.
  public var prefetchCounts: PrefetchCounts { prefetcher.counts }

  // MARK: What the pipeline tells

  /// Draws a picture that is another one now in the cells that show it, and in no others.
  public func pictureChanged(_ change: PictureChange) {
    for place in places { place.cell?.redraw(change) }
  }

  /// Stops betting for a while.
  public nonisolated func memoryRunsShort(_ signal: MemorySignal) {
    pausedAt.withLock { since in
      since = stopwatch.elapsed
      prefetcher.pause(.memoryPressure)
    }
  }

  /// Has the rows on the screen asked for again whose pictures could not be had, each once.
  public func connectionReturned(delay: @Sendable () -> Duration) {
    for place in places { place.cell?.askAgain(after: delay) }
  }
}
