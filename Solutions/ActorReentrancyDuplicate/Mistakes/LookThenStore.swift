// Between the look at the entry and the store lies an await
// Fails: invalidatedAsItEnds
public import Foundation
public import Vocabulary

/// A download that comes back looks whether its entry is there still, writes the bytes to disk, and
/// then stores them. An invalidation that comes while they are written is lost.
public actor DownloadCache {
  /// The cache whose slot the present task holds.
  @TaskLocal private static var lender: DownloadCache?

  private let download: @Sendable (URL) async throws -> EncodedImage
  private var images: [URL: EncodedImage] = [:]
  private var running: [URL: (id: Int, task: Task<EncodedImage, any Error>)] = [:]
  private var lastID = 0
  private let disk = Disk()
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
        if running[url]?.id == id {
          await disk.write(image)
          images[url] = image
          _ = end(url, id)
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

/// Where bytes would be written.
private actor Disk {
  private var byteCount = 0

  func write(_ image: EncodedImage) {
    byteCount += image.byteCount
  }
}
