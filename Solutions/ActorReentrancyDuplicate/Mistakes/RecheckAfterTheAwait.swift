// Looks again after the await
// Fails: interleavings, invalidation, secondCaller
public import Foundation
public import Vocabulary

/// The table is looked at once more when the bytes are there, so they are stored once. The second
/// download has been paid for by then: what is missing is not the second look but the first note.
public actor DownloadCache {
  /// The cache whose slot the present task holds.
  @TaskLocal private static var lender: DownloadCache?

  private let download: @Sendable (URL) async throws -> EncodedImage
  private var images: [URL: EncodedImage] = [:]
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
    let lender = Self.lender
    await lender?.giveSlotBack()
    let result = await fetch(url).result
    await lender?.takeSlot()
    let image = try result.get()
    if let stored = images[url] { return stored }
    images[url] = image
    return image
  }

  /// Forgets a URL.
  public func invalidate(_ url: URL) {
    images[url] = nil
  }

  private func fetch(_ url: URL) -> Task<EncodedImage, any Error> {
    Task {
      await takeSlot()
      defer { giveSlotBack() }
      return try await Self.$lender.withValue(self) { try await download(url) }
    }
  }

  private func takeSlot() async {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { line.append($0) } }
  }

  private func giveSlotBack() {
    if line.isEmpty { free += 1 } else { line.removeFirst().resume() }
  }
}
