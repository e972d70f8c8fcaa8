// Non-re-entrant by a lock for which callers wait
// Fails: failureReachesAll, nested, othersGoOn
public import Foundation
public import Vocabulary

/// Each caller takes its turn, without blocking a thread, and finds the bytes that the one in front has
/// stored. Nothing is downloaded twice, and nothing side by side: one slow photo holds up all, an error
/// makes the next one try by itself, and a download that asks for another waits for its own turn to end.
public actor DownloadCache {
  private let download: @Sendable (URL) async throws -> EncodedImage
  private var images: [URL: EncodedImage] = [:]
  private var invalidations: [URL: Int] = [:]
  private let turns = Turns()

  /// An empty cache.
  public init(
    limit: Int = 2, download: @escaping @Sendable (URL) async throws -> EncodedImage
  ) {
    self.download = download
  }

  /// The bytes for a URL: those that are kept, those on their way, or a new download.
  public func image(for url: URL) async throws -> EncodedImage {
    await turns.take()
    let result = await fetch(url).result
    await turns.giveBack()
    return try result.get()
  }

  /// Forgets a URL.
  public func invalidate(_ url: URL) {
    images[url] = nil
    invalidations[url, default: 0] += 1
  }

  private func fetch(_ url: URL) -> Task<EncodedImage, any Error> {
    Task {
      if let image = images[url] { return image }
      let before = invalidations[url]
      let image = try await download(url)
      if before == invalidations[url] { images[url] = image }
      return image
    }
  }
}

/// A lock for which callers wait without blocking a thread.
private actor Turns {
  private var isTaken = false
  private var line: [CheckedContinuation<Void, Never>] = []

  func take() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { line.append($0) }
  }

  func giveBack() {
    if line.isEmpty { isTaken = false } else { line.removeFirst().resume() }
  }
}
