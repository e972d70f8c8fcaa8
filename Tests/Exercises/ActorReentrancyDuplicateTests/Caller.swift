import ActorReentrancyDuplicate
import Foundation
import Grading
import Synchronization
import Vocabulary

/// One who asks a cache for a URL, and what became of it so far.
///
/// It is looked at, and not awaited, so that a caller who is never answered is a finding in the
/// suite's words.
final class Caller: Sendable {
  /// Its name on the timeline.
  let name: String
  private let url: URL
  private let task: Task<EncodedImage, any Error>
  private let outcome: Outcome

  private final class Outcome: Sendable {
    let result = Mutex<Result<EncodedImage, any Error>?>(nil)

    func note(_ new: Result<EncodedImage, any Error>) {
      result.withLock { $0 = new }
    }
  }

  /// Asks at once, or so many turns later.
  init(
    _ name: String, asks cache: DownloadCache, for url: URL, after turns: Int = 0, in world: World
  ) {
    let outcome = Outcome()
    self.name = name
    self.url = url
    self.outcome = outcome
    task = world.start(name, turns == 0 ? "asks for \(url.path)" : "comes") {
      for _ in 0..<turns { await Task.yield() }
      if turns > 0 { world.record("asks for \(url.path)") }
      do {
        let image = try await cache.image(for: url)
        outcome.note(.success(image))
        return image
      } catch {
        outcome.note(.failure(error))
        throw error
      }
    } answer: {
      $0.byteCount == 0 ? "has nothing" : "has \(String(decoding: $0.data, as: UTF8.self))"
    }
  }

  /// Whether it has bytes or an error.
  var isAnswered: Bool { outcome.result.withLock { $0 != nil } }

  /// The number of the download whose bytes it has; nil where it has none of its URL.
  var download: Int? {
    guard case .success(let image)? = outcome.result.withLock({ $0 }) else { return nil }
    return (1...1_000).first { image == Downloads.bytes(of: $0, url) }
  }

  /// Whether the download's own error reached it.
  var hasFailed: Bool {
    guard case .failure(let error)? = outcome.result.withLock({ $0 }) else { return false }
    return error is Downloads.NoConnection
  }

  /// What became of it, for a finding.
  var told: String {
    switch outcome.result.withLock({ $0 }) {
    case nil: "waits for ever"
    case .success(let image) where image.byteCount == 0: "gets nothing"
    case .success: download.map { "has the bytes of download \($0)" } ?? "has other bytes"
    case .failure(let error) where error is CancellationError: "is told that it was cancelled"
    case .failure(let error): "gets an error: \(error)"
    }
  }

  /// Stops wanting it.
  func cancel() {
    task.cancel()
  }
}

extension Sequence<Caller> {
  /// What became of each that is not as it should be, for a finding.
  func told(but isRight: (Caller) -> Bool) -> String {
    filter { !isRight($0) }.map { "\($0.name) \($0.told)" }.joined(separator: ", ")
  }
}
