// A class whose tables and slots stand behind one lock
public import Foundation
import Synchronization
public import Vocabulary

/// No actor: look-up and entry are one step because they stand in one critical section. Nobody
/// waits inside it; tasks and continuations are awaited and resumed outside.
///
/// `invalidate` and a hit need no hop, so both could be offered to callers that are not `async`.
/// That nothing is awaited under the lock, the compiler sees; that each look and its entry are in
/// one section, nobody does.
public final class DownloadCache: Sendable {
  private enum Entry {
    case loading(Int, Task<EncodedImage, any Error>)
    case ready(EncodedImage)
  }

  private struct State {
    var entries: [URL: Entry] = [:]
    var lastID = 0
    var free: Int
    var line: [CheckedContinuation<Void, Never>] = []
  }

  /// The cache whose slot the present task holds.
  @TaskLocal private static var lender: DownloadCache?

  private let download: @Sendable (URL) async throws -> EncodedImage
  private let state: Mutex<State>

  /// An empty cache.
  public init(
    limit: Int = 2, download: @escaping @Sendable (URL) async throws -> EncodedImage
  ) {
    state = Mutex(State(free: max(1, limit)))
    self.download = download
  }

  /// The bytes for a URL: those that are kept, those on their way, or a new download.
  public func image(for url: URL) async throws -> EncodedImage {
    let entry = state.withLock { state -> Entry in
      if let known = state.entries[url] { return known }
      state.lastID += 1
      let id = state.lastID
      let new = Entry.loading(id, Task { try await self.run(url, id) })
      state.entries[url] = new
      return new
    }
    switch entry {
    case .ready(let image):
      return image
    case .loading(_, let task):
      Self.lender?.giveSlotBack()
      let result = await task.result
      await Self.lender?.takeSlot()
      return try result.get()
    }
  }

  /// Forgets a URL.
  public func invalidate(_ url: URL) {
    state.withLock { $0.entries[url] = nil }
  }

  private func run(_ url: URL, _ id: Int) async throws -> EncodedImage {
    await takeSlot()
    defer { giveSlotBack() }
    do {
      let image = try await Self.$lender.withValue(self) { try await download(url) }
      replace(url, id, by: .ready(image))
      return image
    } catch {
      replace(url, id, by: nil)
      throw error
    }
  }

  /// Only the owner of an entry changes it.
  private func replace(_ url: URL, _ id: Int, by new: Entry?) {
    state.withLock { state in
      guard case .loading(id, _)? = state.entries[url] else { return }
      state.entries[url] = new
    }
  }

  private func takeSlot() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.line.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  private func giveSlotBack() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.line.isEmpty else { return state.line.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
