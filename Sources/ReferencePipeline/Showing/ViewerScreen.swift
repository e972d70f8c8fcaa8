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
    let since: Duration
    let hide: @Sendable () -> Void
    var drawn: Bitmap?
    var isWorthAskingAgain = false
    /// The wait before the next load, where a connection came during the present one.
    var delayAfterFailure: Duration?
    /// The load, or the wait before the next.
    var task: Task<Void, Never>?

    init(number: Int, since: Duration, hide: @escaping @Sendable () -> Void) {
      self.number = number
      self.since = since
      self.hide = hide
    }

    deinit {
      task?.cancel()
      if drawn != nil { hide() }
    }
  }

  private let pictures: any PictureProviding
  private let requests: [ImageRequest]
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
  ///   - pages: What the pages show, at the size of the screen.
  ///   - clock: What the times from visible to shown go by, and requests that are made again.
  public init(
    _ pictures: any PictureProviding, pages: [ImageKey], clock: any Clock<Duration>
  ) {
    self.pictures = pictures
    self.clock = clock
    requests = pages.map { ImageRequest(.fullScreen, $0) }
    stopwatch = Stopwatch(clock)
    self.pages = ViewerPages { [pictures, bets] key in
      let request = ImageRequest(.fullScreen, key)
      bets.stop(request)
      pictures.release(request)
    }
    pictures.attach(self)
  }

  deinit { bets.stopAll() }

  /// What the page that is open shows; nil while it loads, and where none is open.
  public var drawn: Bitmap? { page?.drawn }

  /// Opens the viewer at a page, or turns to it. Nothing happens outside the pages.
  public func turn(to number: Int) {
    guard requests.indices.contains(number), page?.number != number else { return }
    let isBackward = page.map { number < $0.number } ?? false
    let neighbours = (isBackward ? [number - 1, number + 1] : [number + 1, number - 1])
      .filter(requests.indices.contains)
    page = nil
    for neighbour in neighbours { pages.note(neighbour, requests[neighbour].key) }
    pages.turn(to: number, key: requests[number].key)
    let page = Page(number: number, since: stopwatch.elapsed) {
      [pictures, request = requests[number]] in pictures.hide(request)
    }
    self.page = page
    if let picture = pictures.cachedImage(for: requests[number]) {
      draw(picture, on: page)
    } else {
      load(page)
      // For the load to go on, as a bet, where the page is left before it is there.
      bet(on: number)
    }
    neighbours.forEach(bet)
  }

  /// Closes the viewer, and lets go of all pages.
  public func close() {
    page = nil
    pages.close()
  }

  private func load(_ page: Page, after delay: Duration = .zero) {
    (page.isWorthAskingAgain, page.delayAfterFailure) = (false, nil)
    page.task = Task { [weak self, weak page, clock, pictures, request = requests[page.number]] in
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
      picture, for: requests[page.number], afterVisible: stopwatch.elapsed - page.since)
  }

  /// Brings a page into the memory tier, behind all that is visible.
  private func bet(on number: Int) {
    let request = requests[number]
    bets.start(request) { [pictures] in
      _ = try? await pictures.image(for: request, priority: .prefetch)
    }
  }

  // MARK: What the pipeline tells

  /// Draws the page that is open anew where its picture is another one now.
  public func pictureChanged(_ change: PictureChange) {
    guard let page, page.drawn != nil, let picture = change.picture(for: requests[page.number])
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
