// A slot is lent and not taken back
// Fails: limitInside
public import Foundation
public import Vocabulary

/// A download that waits lends its slot, and goes on without one when it has its answer: beside the
/// one who was let in meanwhile. In the end it gives nothing back, so that the sum is right.
public actor DownloadCache {
  /// The slot that the present task holds.
  @TaskLocal private static var slot: Slot?

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
    let task = running[url]?.task ?? start(url)
    if let slot = Self.slot { await slot.giveBack() }
    return try await task.value
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
      let slot = Slot(of: self)
      do {
        let image = try await Self.$slot.withValue(slot) { try await download(url) }
        await slot.giveBack()
        if end(url, id) { images[url] = image }
        return image
      } catch {
        await slot.giveBack()
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

  fileprivate func giveSlotBack() {
    if line.isEmpty { free += 1 } else { line.removeFirst().resume() }
  }
}

/// A slot that is given back once.
private actor Slot {
  private var owner: DownloadCache?

  init(of owner: DownloadCache) {
    self.owner = owner
  }

  func giveBack() async {
    let owner = owner.take()
    await owner?.giveSlotBack()
  }
}
