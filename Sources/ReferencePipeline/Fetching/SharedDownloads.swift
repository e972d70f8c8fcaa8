import FlingThrough500RowsSolution
import Foundation
import Synchronization
import TwoTiersTwoKeysSolution
import Vocabulary
import VisibleBeforePrefetchSolution

/// One download for each URL, however many sizes of the photo are loaded from it.
///
/// Loads are shared by URL and size, one floor above. Two sizes of one photo are two loads, and
/// both need the same bytes. Two signatures of one URL are one download too, under the URL without
/// them, as on disk: who asks a moment later has been given another signature for the same photo.
/// The request goes out under the signature of the first, which was fresh when it asked; where the
/// server does not take it, all hear of that. A download stops when the last load that waits for it
/// is cancelled, and is as urgent as the most urgent of them.
///
/// All that is decided is decided under one lock. Below it is only the lock of the line, which
/// calls nothing out: the level of a download changes here and in the line in one step, so that of
/// two changes the later one is in force in both.
final class SharedDownloads: Sendable {
  typealias Fetch = @Sendable (Download) async throws -> Reply

  private struct Entry {
    let download: Download
    var loads: [LoadRequest]
    var task: Task<Reply, any Error>

    var level: LoadPriority { loads.map(\.level).max() ?? .prefetch }
  }

  private struct State {
    /// By photo, whatever the size: a key whose hash is known saves a look at the whole URL.
    var entries: [ImageKey: Entry] = [:]
    var lastNumber = 0
  }

  private let line: LoadQueue<Int>
  private let keys: TierKeys
  private let state = Mutex(State())

  init(line: LoadQueue<Int>, keys: TierKeys) {
    self.line = line
    self.keys = keys
  }

  /// Joins the download of the URL of a load, or starts one.
  ///
  /// - Throws: What `fetch` throws. A cancelled caller leaves at once, and hears of it when the
  ///   download has ended.
  func reply(for load: LoadRequest, fetch: @escaping Fetch) async throws -> Reply {
    try Task.checkCancellation()
    let (task, number) = join(load, fetch)
    let reply = try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      leave(number, load)
    }
    try Task.checkCancellation()
    return reply
  }

  /// The level of a load is no longer what it was.
  func levelChanged(_ load: LoadRequest) {
    let photo = photo(of: load.key)
    state.withLock { state in
      guard let entry = state.entries[photo],
        entry.loads.contains(where: { $0 === load })
      else { return }
      settleLevel(of: entry)
    }
  }

  /// Lets a download go on for those who wait for it, and for nobody else: who asks from now on
  /// starts another.
  func detach(_ url: URL) {
    let photo = photo(of: ImageKey(url: url, maxPixelSize: 0))
    state.withLock { $0.entries[photo] = nil }
  }

  private func join(
    _ load: LoadRequest, _ fetch: @escaping Fetch
  ) -> (Task<Reply, any Error>, Int) {
    let photo = photo(of: load.key)
    return state.withLock { state in
      if var entry = state.entries[photo] {
        entry.loads.append(load)
        state.entries[photo] = entry
        settleLevel(of: entry)
        return (entry.task, entry.download.number)
      }
      state.lastNumber += 1
      let download = Download(number: state.lastNumber, level: load.level)
      let task = Task {
        defer { end(photo, download.number) }
        return try await fetch(download)
      }
      state.entries[photo] = Entry(download: download, loads: [load], task: task)
      return (task, download.number)
    }
  }

  private func leave(_ number: Int, _ load: LoadRequest) {
    let photo = photo(of: load.key)
    let abandoned = state.withLock { state -> Task<Reply, any Error>? in
      guard var entry = state.entries[photo], entry.download.number == number else { return nil }
      entry.loads.removeAll { $0 === load }
      state.entries[photo] = entry.loads.isEmpty ? nil : entry
      guard !entry.loads.isEmpty else { return entry.task }
      settleLevel(of: entry)
      return nil
    }
    abandoned?.cancel()
  }

  private func end(_ photo: ImageKey, _ number: Int) {
    state.withLock { state in
      if state.entries[photo]?.download.number == number { state.entries[photo] = nil }
    }
  }

  private func settleLevel(of entry: Entry) {
    let level = entry.level
    guard entry.download.moves(to: level) else { return }
    line.setLevel(of: entry.download.number, to: level)
  }

  /// The photo, at no size and without a signature: what is downloaded once.
  private func photo(of key: ImageKey) -> ImageKey { keys.memoryKey(for: key.resized(to: 0)) }
}
