// One line for those who begin and those who go on
public import Foundation
public import Vocabulary

/// Nobody takes a slot: downloads that are to begin, and those that come back from a wait, stand in
/// one line, and whoever gives a slot back lets the next one go.
///
/// So the cache knows which downloads have not begun. An invalidation leaves those alone, since
/// they will begin after it.
public actor DownloadCache {
  private final class Job {
    let url: URL
    var hasBegun = false
    var waiters: [CheckedContinuation<EncodedImage, any Error>] = []

    init(_ url: URL) {
      self.url = url
    }
  }

  private enum Entry {
    case underWay(Job)
    case kept(EncodedImage)
  }

  private enum Place {
    case begins(Job)
    case goesOn(CheckedContinuation<Void, Never>)
  }

  /// The cache for which the present task downloads.
  @TaskLocal private static var outer: DownloadCache?

  private let download: @Sendable (URL) async throws -> EncodedImage
  private var entries: [URL: Entry] = [:]
  private var free: Int
  private var line: [Place] = []

  /// An empty cache.
  public init(
    limit: Int = 2, download: @escaping @Sendable (URL) async throws -> EncodedImage
  ) {
    free = max(1, limit)
    self.download = download
  }

  /// The bytes for a URL: those that are kept, those on their way, or a new download.
  public func image(for url: URL) async throws -> EncodedImage {
    if case .kept(let image)? = entries[url] { return image }
    let job = job(for: url)
    guard let outer = Self.outer else { return try await answer(of: job) }
    // The slot is given back while this waits, in a task of its own where the cache is another.
    Task { await outer.giveSlotBack() }
    let result: Result<EncodedImage, any Error>
    do { result = .success(try await answer(of: job)) } catch { result = .failure(error) }
    await outer.goOn()
    return try result.get()
  }

  /// Forgets a URL.
  public func invalidate(_ url: URL) {
    if case .underWay(let job)? = entries[url], !job.hasBegun { return }
    entries[url] = nil
  }

  private func job(for url: URL) -> Job {
    if case .underWay(let job)? = entries[url] { return job }
    let job = Job(url)
    entries[url] = .underWay(job)
    line.append(.begins(job))
    letIn()
    return job
  }

  private func answer(of job: Job) async throws -> EncodedImage {
    try await withCheckedThrowingContinuation { job.waiters.append($0) }
  }

  private func run(_ job: Job) async {
    let result: Result<EncodedImage, any Error>
    do {
      result = .success(try await Self.$outer.withValue(self) { try await download(job.url) })
    } catch {
      result = .failure(error)
    }
    if case .underWay(let current)? = entries[job.url], current === job {
      entries[job.url] = (try? result.get()).map { .kept($0) }
    }
    for waiter in job.waiters { waiter.resume(with: result) }
    job.waiters = []
    giveSlotBack()
  }

  private func giveSlotBack() {
    free += 1
    letIn()
  }

  private func goOn() async {
    await withCheckedContinuation { continuation in
      line.append(.goesOn(continuation))
      letIn()
    }
  }

  private func letIn() {
    while free > 0, !line.isEmpty {
      free -= 1
      switch line.removeFirst() {
      case .goesOn(let continuation):
        continuation.resume()
      case .begins(let job):
        job.hasBegun = true
        Task { await run(job) }
      }
    }
  }
}
