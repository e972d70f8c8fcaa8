import ThreeKindsOfImageSolution
public import Vocabulary

/// One photo that fills the screen, with its neighbours ready to be turned to.
///
/// The page on the screen is loaded as visible. Its neighbours are bets until they are turned to,
/// and then raised: one load throughout. A page that is left sinks to a bet again, and one that is
/// two away is let go of, load and decoded picture, before the next is asked for. Only the page on
/// the screen is held here; the others are in the memory tier, within the share of full-screen
/// pictures, where they go first when memory is short.
@MainActor
public final class ViewerScreen: ScreenListening {
  /// A page that is on the screen, until it is left or the viewer is thrown away.
  private final class Page {
    let number: Int
    let request: ImageRequest
    let since: Duration
    let hide: @Sendable () -> Void
    var drawn: Bitmap?
    var isWorthAskingAgain = false
    /// The wait before the next load, where a connection came during the present one.
    var delayAfterFailure: Duration?
    /// The load, or the wait before the next.
    var task: Task<Void, Never>?

    init(
      number: Int, request: ImageRequest, since: Duration, hide: @escaping @Sendable () -> Void
    ) {
      self.number = number
      self.request = request
      self.since = since
      self.hide = hide
    }

    deinit {
      task?.cancel()
      if drawn != nil { hide() }
    }
  }

  private let pictures: any PictureProviding
  private let pageCount: Int
  private let key: @Sendable (Int) -> ImageKey?
  private let clock: any Clock<Duration>
  private let stopwatch: Stopwatch
  /// The loads of the pages within reach, whether or not somebody looks at them.
  private let bets = Prefetches()
  private var pages: ViewerPages
  private var page: Page?

  /// A viewer that is closed.
  ///
  /// - Parameters:
  ///   - pictures: Where pictures come from.
  ///   - pageCount: How many pages there are.
  ///   - clock: What the times from visible to shown go by, and requests that are made again.
  ///   - key: What a page shows, at the size of the screen, by its number from zero on; nil for a
  ///     page that cannot be opened. Asked when the page comes near; nothing is kept.
  public init(
    _ pictures: any PictureProviding, pageCount: Int, clock: any Clock<Duration>,
    key: @escaping @Sendable (Int) -> ImageKey?
  ) {
    self.pictures = pictures
    self.clock = clock
    self.pageCount = max(pageCount, 0)
    self.key = key
    stopwatch = Stopwatch(clock)
    self.pages = ViewerPages { [pictures, bets] key in
      let request = ImageRequest(.fullScreen, key)
      bets.stop(request)
      pictures.release(request)
    }
    pictures.attach(self)
  }

  /// A viewer whose keys are there already.
  public convenience init(
    _ pictures: any PictureProviding, pages: [ImageKey], clock: any Clock<Duration>
  ) {
    self.init(pictures, pageCount: pages.count, clock: clock) { pages[$0] }
  }

  deinit { bets.stopAll() }

  /// What the page that is open shows; nil while it loads, and where none is open.
  public var drawn: Bitmap? { page?.drawn }

  /// Opens the viewer at a page, or turns to it. Nothing happens outside the pages.
  public func turn(to number: Int) {
    guard page?.number != number, let request = request(at: number) else { return }
    let isBackward = page.map { number < $0.number } ?? false
    let neighbours = (isBackward ? [number - 1, number + 1] : [number + 1, number - 1])
      .compactMap { neighbour in self.request(at: neighbour).map { (neighbour, $0) } }
    page = nil
    for (neighbour, request) in neighbours { pages.note(neighbour, request.key) }
    pages.turn(to: number, key: request.key)
    let page = Page(number: number, request: request, since: stopwatch.elapsed) { [pictures] in
      pictures.hide(request)
    }
    self.page = page
    if let picture = pictures.cachedImage(for: request) {
      draw(picture, on: page)
    } else {
      load(page)
      // For the load to go on, as a bet, where the page is left before it is there.
      bet(on: request)
    }
    for (_, request) in neighbours { bet(on: request) }
  }

  private func request(at number: Int) -> ImageRequest? {
    guard (0..<pageCount).contains(number) else { return nil }
    return key(number).map { ImageRequest(.fullScreen, $0) }
  }

  /// Closes the viewer, and lets go of all pages.
  public func close() {
    page = nil
    pages.close()
  }

  private func load(_ page: Page, after delay: Duration = .zero) {
    (page.isWorthAskingAgain, page.delayAfterFailure) = (false, nil)
    page.task = Task { [weak self, weak page, clock, pictures, request = page.request] in
      let result: Result<Bitmap, any Error>
      do {
        if delay > .zero { try await clock.sleep(for: delay) }
        result = .success(try await pictures.image(for: request, priority: .visible))
      } catch {
        result = .failure(error)
      }
      if let self, let page, page === self.page { arrived(result, on: page) }
    }
  }

  private func arrived(_ result: Result<Bitmap, any Error>, on page: Page) {
    switch result {
    case .success(let picture):
      draw(picture, on: page)
    case .failure(let error):
      page.isWorthAskingAgain = (error as? TransportError)?.isWorthAskingOnReturn == true
      if page.isWorthAskingAgain, let delay = page.delayAfterFailure { load(page, after: delay) }
    }
  }

  private func draw(_ picture: Bitmap, on page: Page) {
    page.drawn = picture
    pictures.show(
      picture, for: page.request, afterVisible: stopwatch.elapsed - page.since)
  }

  /// Brings a page into the memory tier, behind all that is visible.
  private func bet(on request: ImageRequest) {
    bets.start(request) { [pictures] in
      _ = try? await pictures.image(for: request, priority: .prefetch)
    }
  }

  // MARK: What the pipeline tells

  /// Draws the page that is open anew where its picture is another one now.
  public func pictureChanged(_ change: PictureChange) {
    guard let page, page.drawn != nil, let picture = change.picture(for: page.request)
    else { return }
    page.drawn = picture
  }

  /// Calls off the loads of the pages that are not on the screen; they are bet on again when the
  /// next page is turned.
  public nonisolated func memoryRunsShort(_ signal: MemorySignal) {
    bets.stopAll()
  }

  /// Asks once more for the page that is open, where it could not be had, or cannot in the end.
  public func connectionReturned(delay: @Sendable () -> Duration) {
    guard let page, page.drawn == nil else { return }
    if page.isWorthAskingAgain {
      load(page, after: delay())
    } else {
      page.delayAfterFailure = delay()
    }
  }
}
