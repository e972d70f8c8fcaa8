// The finished task is what is kept
public import Foundation
public import Vocabulary

/// One table of tasks: one that is running is joined, one that has ended hands out its bytes. Only a
/// failure has to be taken out, and only while it is the entry.
///
/// The shortest of all. It costs a task for each picture that is kept, and a hit suspends.
public actor DownloadCache {
  /// The cache whose slot the present task holds.
  @TaskLocal private static var lender: DownloadCache?

  private let download: @Sendable (URL) async throws -> EncodedImage
  private var entries: [URL: Task<EncodedImage, any Error>] = [:]
  private let slots: Slots

  /// An empty cache.
  public init(
    limit: Int = 2, download: @escaping @Sendable (URL) async throws -> EncodedImage
  ) {
    slots = Slots(max(1, limit))
    self.download = download
  }

  /// The bytes for a URL: those that are kept, those on their way, or a new download.
  public func image(for url: URL) async throws -> EncodedImage {
    let task = entries[url] ?? Task { try await run(url) }
    entries[url] = task
    await Self.lender?.slots.giveBack()
    let result = await task.result
    // A failure is taken out by whoever sees it first, if it is the entry still, and before
    // anything else is awaited.
    if case .failure = result, entries[url] == task { entries[url] = nil }
    await Self.lender?.slots.take()
    return try result.get()
  }

  /// Forgets a URL.
  public func invalidate(_ url: URL) {
    entries[url] = nil
  }

  private func run(_ url: URL) async throws -> EncodedImage {
    await slots.take()
    do {
      let image = try await Self.$lender.withValue(self) { try await download(url) }
      await slots.giveBack()
      return image
    } catch {
      await slots.giveBack()
      throw error
    }
  }
}

/// Counts free slots. Whoever was woken looks again before it counts itself.
private actor Slots {
  private var free: Int
  private var line: [CheckedContinuation<Void, Never>] = []

  init(_ free: Int) {
    self.free = free
  }

  func take() async {
    while free == 0 { await withCheckedContinuation { line.append($0) } }
    free -= 1
  }

  func giveBack() {
    free += 1
    if !line.isEmpty { line.removeFirst().resume() }
  }
}
