import DecodeOffMainSolution
public import Vocabulary

/// One photo that fills the screen, with its neighbours ready to be turned to.
///
/// Pages that are more than one away are let go of, and their loads are called off, before the next
/// is asked for. What the memory tier keeps of them stays within the share of full-screen pictures.
@MainActor
public final class ViewerScreen {
  private let pictures: any PictureProviding
  private let requests: [ImageRequest]
  private let stopwatch: Stopwatch
  private var window: PictureWindow?
  private var page: (number: Int, since: Duration, isShown: Bool)?

  /// A viewer that is closed.
  ///
  /// - Parameters:
  ///   - pictures: Where pictures come from.
  ///   - pages: What the pages show, at the size of the screen.
  ///   - clock: What the times from visible to shown go by.
  public init(
    _ pictures: any PictureProviding, pages: [ImageKey], clock: any Clock<Duration>
  ) {
    self.pictures = pictures
    requests = pages.map { ImageRequest(.fullScreen, $0) }
    stopwatch = Stopwatch(clock)
  }

  /// What the page that is open shows; nil while it loads, and where none is open.
  public var drawn: Bitmap? { page.flatMap { window?.pictures[$0.number] } }

  /// Opens the viewer at a page, or turns to it. Nothing happens outside the pages.
  public func turn(to number: Int) {
    guard requests.indices.contains(number), page?.number != number else { return }
    leavePage()
    page = (number, stopwatch.elapsed, false)
    let window = window ?? makeWindow()
    self.window = window
    window.show(number..<number + 1)
    arrived(number)
  }

  /// Closes the viewer, and lets go of all pages.
  public func close() {
    leavePage()
    page = nil
    window?.show(0..<0)
    window = nil
  }

  private func makeWindow() -> PictureWindow {
    PictureWindow(count: requests.count, margin: 1) { [pictures, requests] number in
      // The page that is asked for and its neighbours are asked for alike, in this order.
      try await pictures.image(for: requests[number], priority: .visible)
    } onArrival: { [weak self] number in
      self?.arrived(number)
    }
  }

  private func arrived(_ number: Int) {
    guard let open = page, open.number == number, !open.isShown,
      let picture = window?.pictures[number]
    else { return }
    page?.isShown = true
    pictures.show(
      picture, for: requests[number], afterVisible: stopwatch.elapsed - open.since)
  }

  private func leavePage() {
    if let page, page.isShown { pictures.hide(requests[page.number]) }
  }
}
