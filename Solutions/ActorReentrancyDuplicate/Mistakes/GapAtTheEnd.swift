// Between the end of the download and the note of its bytes lies an await
// Fails: interleavings, invalidatedAsItEnds, whileItEnds
public import Foundation
public import Vocabulary

/// The entry of the download is removed, the log is written, the bytes are stored. Whoever asks while
/// the log is written finds neither the download nor its bytes.
public actor DownloadCache {
  /// The cache whose slot the present task holds.
  @TaskLocal private static var lender: DownloadCache?

  private let download: @Sendable (URL) async throws -> EncodedImage
  private var images: [URL: EncodedImage] = [:]
  private var running: [URL: (id: Int, task: Task<EncodedImage, any Error>)] = [:]
  private var lastID = 0
  private let history = History()
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
    let task = running[url]?.task ?? start(url)
    guard let lender = Self.lender else { return try await task.value }
    await lender.giveSlotBack()
    let result = await task.result
    await lender.takeSlot()
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
      await takeSlot()
      defer { giveSlotBack() }
      do {
        let image = try await Self.$lender.withValue(self) { try await download(url) }
        if end(url, id) {
          await history.note(url)
          images[url] = image
        }
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

/// What has come, for the log.
private actor History {
  private var last: URL?

  func note(_ url: URL) {
    last = url
  }
}
