public import PrefetchIsABetSolution
public import Vocabulary

/// A feed on the screen: makes the cells, bets on the rows ahead, and gives memory back.
///
/// A list drives it. It asks for cells with ``makeCell()`` and binds them to keys, tells what is
/// visible to ``show(_:_:)``, and the app passes signals about memory to ``respond(to:)``.
///
/// ```swift
/// let screen = FeedScreen(pipeline, rows: keys, prefetchDistance: 8, clock: clock)
/// let list = List(makeCell: screen.makeCell)
/// list.onVisible = screen.show
/// ```
@MainActor
public final class FeedScreen {
  private let pictures: any PictureProviding
  private let kind: ImageKind
  private let stopwatch: Stopwatch
  private let prefetcher: Prefetcher
  private let pause: Duration
  /// When memory was short last, while nothing is prefetched for that.
  private var pausedAt: Duration?

  /// A feed that is not on the screen yet.
  ///
  /// - Parameters:
  ///   - pictures: Where pictures come from.
  ///   - rows: What the rows are bound to; nil for a row without a picture.
  ///   - kind: The kind of the pictures.
  ///   - prefetchDistance: How many rows ahead are loaded; zero for none.
  ///   - pause: For how long nothing is prefetched after memory was short.
  ///   - clock: What the times from visible to shown go by.
  public init(
    _ pictures: any PictureProviding, rows: [ImageKey?], kind: ImageKind = .feedThumbnail,
    prefetchDistance: Int, pause: Duration = .seconds(10), clock: any Clock<Duration>
  ) {
    self.pictures = pictures
    self.kind = kind
    self.pause = pause
    stopwatch = Stopwatch(clock)
    let plan = PrefetchPlan(distance: prefetchDistance, rowCount: rows.count)
    prefetcher = Prefetcher(plan) { row in
      guard rows.indices.contains(row), let key = rows[row] else { return .held }
      let request = ImageRequest(kind, key)
      guard pictures.cachedImage(for: request) == nil else { return .held }
      let picture = try await pictures.image(for: request, priority: .prefetch)
      return .finished(byteCount: picture.byteCount)
    }
  }

  /// A cell for the list to reuse.
  public func makeCell() -> any ImageShowing {
    FeedCell(pictures, kind, stopwatch: stopwatch)
  }

  /// Takes in which rows are visible, and which way the list travels.
  ///
  /// Linear in the rows that came and went with it.
  public func show(_ rows: Range<Int>, _ direction: ScrollDirection) {
    if let since = pausedAt, stopwatch.elapsed - since >= pause {
      pausedAt = nil
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

  /// Gives memory back: stops betting for a while, and passes the signal on.
  public func respond(to signal: MemorySignal) {
    pausedAt = stopwatch.elapsed
    prefetcher.pause(.memoryPressure)
    pictures.respond(to: signal)
  }

  /// What has become of the bets so far; what they cost is counted in bytes of decoded pictures.
  public var prefetchCounts: PrefetchCounts { prefetcher.counts }
}
