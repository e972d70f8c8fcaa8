// A slot is taken by each caller, and not by each download
// Fails: failureReachesAll, othersGoOn
public import Foundation
public import Vocabulary

/// "No more than two inside." Two callers of one slow photo hold both slots, one of them only to wait, and
/// every other photo waits in line behind them.
public actor DownloadCache {
  /// The cache whose slot the present task holds.
  @TaskLocal private static var lender: DownloadCache?

  private let download: @Sendable (URL) async throws -> EncodedImage
  private var images: [URL: EncodedImage] = [:]
  private var running: [URL: (id: Int, task: Task<EncodedImage, any Error>)] = [:]
  private var lastID = 0
  private var free: Int
  private var line: [CheckedContinuation<Void, Never>] = []

  /// An empty cache.
  public init(
    limit: Int = 2, download: @escaping @Sendable (URL) async throws -> EncodedImage
  ) {
    free = max(1, limit)
    self.download = download
  }

  /// The bytes for a URL: those that are kept, those on their way, or a new download.
  public func image(for url: URL) async throws -> EncodedImage {
    if let image = images[url] { return image }
    if let lender = Self.lender { await lender.giveSlotBack() }
    await takeSlot()
    let result = await (running[url]?.task ?? start(url)).result
    giveSlotBack()
    if let lender = Self.lender { await lender.takeSlot() }
    return try result.get()
  }

  /// Forgets a URL.
  public func invalidate(_ url: URL) {
    images[url] = nil
    running[url] = nil
  }

  private func start(_ url: URL) -> Task<EncodedImage, any Error> {
    lastID += 1
    let id = lastID
    let task = Task {
      do {
        if let image = images[url] { return image }
        let image = try await Self.$lender.withValue(self) { try await download(url) }
        if end(url, id) { images[url] = image }
        return image
      } catch {
        _ = end(url, id)
        throw error
      }
    }
    running[url] = (id, task)
    return task
  }

  /// Takes an entry out, and says whether it was this download's still.
  private func end(_ url: URL, _ id: Int) -> Bool {
    guard running[url]?.id == id else { return false }
    running[url] = nil
    return true
  }

  private func takeSlot() async {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { line.append($0) } }
  }

  private func giveSlotBack() {
    if line.isEmpty { free += 1 } else { line.removeFirst().resume() }
  }
}
