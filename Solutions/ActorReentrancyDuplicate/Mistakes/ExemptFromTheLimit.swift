// A request from inside a download needs no slot
// Fails: nestedInLine, twoCaches
public import Foundation
public import Vocabulary

/// The inner download runs on the slot of the one that asks. That holds the limit, until the inner one
/// is in line for a slot already, or belongs to another cache whose slot somebody else holds: then both
/// hold what the other waits for.
public actor DownloadCache {
  /// The caches of which the present task, or one that waits for it, holds a slot.
  @TaskLocal private static var holds: Set<ObjectIdentifier> = []

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
      let me = ObjectIdentifier(self)
      let isInside = Self.holds.contains(me)
      if !isInside { await takeSlot() }
      defer { if !isInside { giveSlotBack() } }
      do {
        let image = try await Self.$holds.withValue(Self.holds.union([me])) {
          try await download(url)
        }
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
