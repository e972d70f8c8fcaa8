// An entry with a list of waiting continuations
public import Foundation
public import Vocabulary

/// An entry is an object of its own: it has the list of those who wait. A download that comes back
/// answers the list of its own entry, whether or not that entry is in the table still, so an
/// invalidation only has to take it out.
///
/// More to write than a table of tasks, and the place to start from where callers should be able
/// to leave: a list knows who is on it.
public actor DownloadCache {
  private final class Entry {
    var image: EncodedImage?
    var waiters: [CheckedContinuation<EncodedImage, any Error>] = []
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
    if let image = entries[url]?.image { return image }
    guard let lender = Self.lender else { return try await outcome(of: url) }
    await lender.giveSlotBack()
    let result: Result<EncodedImage, any Error>
    do {
      result = .success(try await outcome(of: url))
    } catch {
      result = .failure(error)
    }
    await lender.takeSlot()
    return try result.get()
  }

  /// Forgets a URL.
  public func invalidate(_ url: URL) {
    entries[url] = nil
  }

  /// Looks again, since the caller may have awaited something, and waits.
  private func outcome(of url: URL) async throws -> EncodedImage {
    if let image = entries[url]?.image { return image }
    return try await withCheckedThrowingContinuation { continuation in
      if let entry = entries[url] {
        entry.waiters.append(continuation)
        return
      }
      let entry = Entry()
      entry.waiters = [continuation]
      entries[url] = entry
      Task { await self.fill(entry, url) }
    }
  }

  private func fill(_ entry: Entry, _ url: URL) async {
    await takeSlot()
    let result: Result<EncodedImage, any Error>
    do {
      result = .success(try await Self.$lender.withValue(self) { try await download(url) })
    } catch {
      result = .failure(error)
    }
    giveSlotBack()
    entry.image = try? result.get()
    if entry.image == nil, entries[url] === entry { entries[url] = nil }
    let waiters = entry.waiters
    entry.waiters = []
    for waiter in waiters { waiter.resume(with: result) }
  }

  private func takeSlot() async {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { line.append($0) } }
  }

  private func giveSlotBack() {
    if line.isEmpty { free += 1 } else { line.removeFirst().resume() }
  }
}
