// Whoever waits for what was invalidated asks again
public import Foundation
public import Vocabulary

/// An invalidation marks the entry besides taking it out. A caller that comes back from its await
/// looks at the mark, and asks again where its bytes were withdrawn: it has the new ones too, for
/// one more download of waiting. A caller that is cancelled leaves that loop.
public actor DownloadCache {
  private final class Mark {
    var isWithdrawn = false
  }

  private struct Entry {
    let mark: Mark
    let task: Task<EncodedImage, any Error>
  }

  /// The cache whose slot the present task holds.
  @TaskLocal private static var lender: DownloadCache?

  private let download: @Sendable (URL) async throws -> EncodedImage
  private var entries: [URL: Entry] = [:]
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
    while true {
      try Task.checkCancellation()
      let entry = entries[url] ?? start(url)
      await Self.lender?.giveSlotBack()
      let result = await entry.task.result
      await Self.lender?.takeSlot()
      if !entry.mark.isWithdrawn { return try result.get() }
    }
  }

  /// Forgets a URL.
  public func invalidate(_ url: URL) {
    entries.removeValue(forKey: url)?.mark.isWithdrawn = true
  }

  private func start(_ url: URL) -> Entry {
    let mark = Mark()
    let entry = Entry(mark: mark, task: Task { try await run(url, mark) })
    entries[url] = entry
    return entry
  }

  private func run(_ url: URL, _ mark: Mark) async throws -> EncodedImage {
    await takeSlot()
    defer { giveSlotBack() }
    do {
      return try await Self.$lender.withValue(self) { try await download(url) }
    } catch {
      if entries[url]?.mark === mark { entries[url] = nil }
      throw error
    }
  }

  private func takeSlot() async {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { line.append($0) } }
  }

  private func giveSlotBack() {
    if line.isEmpty { free += 1 } else { line.removeFirst().resume() }
  }
}
