public import Foundation
import Synchronization
public import Vocabulary

/// Downloads each URL once, although the actor is open to others at every `await`.
///
/// An actor keeps two callers from running at once, not from taking turns: while one awaits its
/// download, the next finds the cache as empty as the first did. So what is stored before the
/// first await is the *download*, as a task that later callers await too. Looking again after
/// the await would spare the second store, not the second download.
///
/// What was true before an await is read again after it. A download that comes back asks whether
/// the entry is still its own: where an `invalidate(_:)` came between, its bytes go to those who
/// had asked before and are not kept.
///
/// A download may ask for other URLs, of this cache or of another. While it waits for them its
/// slot is lent, so that the two that hold all slots cannot wait for a third that never gets
/// one. Two downloads that wait for each other could never end; the second to ask is refused.
///
/// May be used from any task. Pictures are kept without a limit, which is for another part to
/// set. A call costs constant time; one from inside a download, time in proportion to the
/// downloads that wait for one another.
public actor DownloadCache {
  private enum Entry {
    case loading(Production, Task<EncodedImage, any Error>)
    case ready(EncodedImage)
  }

  private let download: @Sendable (URL) async throws -> EncodedImage
  private var entries: [URL: Entry] = [:]
  private var slots: Slots

  /// An empty cache.
  ///
  /// - Parameters:
  ///   - limit: How many downloads run side by side; at least one.
  ///   - download: Fetches the bytes. It is called outside the actor, and may ask this cache or
  ///     another for other URLs if it awaits the answer before it goes on.
  public init(
    limit: Int = 2, download: @escaping @Sendable (URL) async throws -> EncodedImage
  ) {
    slots = Slots(free: max(1, limit))
    self.download = download
  }

  /// The bytes for a URL: those that are kept, those on their way, or a new download.
  ///
  /// - Throws: The error of the download, to all who wait for it, and to no later caller.
  ///   `CancellationError` where the calling task is cancelled: at once before the download,
  ///   else when it has ended, which the cancellation does not stop. ``DownloadCycle`` in a
  ///   download that asks for what waits for itself.
  public func image(for url: URL) async throws -> EncodedImage {
    try Task.checkCancellation()
    // Looking up and storing the task are one step: no await lies between.
    let (production, task): (Production, Task<EncodedImage, any Error>)
    switch entries[url] {
    case .ready(let image): return image
    case .loading(let running, let itsTask): (production, task) = (running, itsTask)
    case nil: (production, task) = start(url)
    }
    let image =
      if let asking = Production.current {
        try await asking.answer(of: task, for: production)
      } else {
        try await task.value
      }
    // From here on nothing of the actor is used: it may have changed.
    try Task.checkCancellation()
    return image
  }

  /// Forgets a URL. Who asks from now on gets a new download, and what was on its way is not
  /// kept when it comes.
  public func invalidate(_ url: URL) {
    entries[url] = nil
  }

  private func start(_ url: URL) -> (Production, Task<EncodedImage, any Error>) {
    let production = Production(of: url, in: self)
    let task = Task {
      await takeSlot(isReturning: false)
      production.begin()
      defer { if production.end() { slots.giveBack() } }
      do {
        let image = try await Production.$current.withValue(production) {
          try await download(url)
        }
        if isCurrent(production) { entries[url] = .ready(image) }
        return image
      } catch {
        if isCurrent(production) { entries[url] = nil }
        throw error
      }
    }
    entries[url] = .loading(production, task)
    return (production, task)
  }

  /// Whether the entry is still that of this download, and not gone or another's.
  private func isCurrent(_ production: Production) -> Bool {
    guard case .loading(let current, _) = entries[production.url] else { return false }
    return current === production
  }

  fileprivate func takeSlot(isReturning: Bool) async {
    // The slot is taken before the suspension or handed over by the one who gives it back.
    // Counting after the await would let in everyone who was woken in the meantime.
    guard !slots.take() else { return }
    await withCheckedContinuation { slots.line(up: $0, isReturning: isReturning) }
  }

  fileprivate func giveBackSlot() {
    slots.giveBack()
  }
}

/// The slots for downloads, and who waits for one.
private struct Slots {
  private var free: Int
  private var returning = Line()
  private var newcomers = Line()

  init(free: Int) {
    self.free = free
  }

  mutating func take() -> Bool {
    guard free > 0 else { return false }
    free -= 1
    return true
  }

  /// Who has lent a slot goes first: it is half done, and others may wait for it.
  mutating func line(up continuation: CheckedContinuation<Void, Never>, isReturning: Bool) {
    if isReturning { returning.append(continuation) } else { newcomers.append(continuation) }
  }

  /// A slot goes from hand to hand, so that nobody slips in between.
  mutating func giveBack() {
    if let next = returning.removeFirst() ?? newcomers.removeFirst() {
      next.resume()
    } else {
      free += 1
    }
  }
}

/// First in, first out, at constant cost.
private struct Line {
  private var members: [CheckedContinuation<Void, Never>] = []
  private var gone = 0

  mutating func append(_ member: CheckedContinuation<Void, Never>) {
    members.append(member)
  }

  mutating func removeFirst() -> CheckedContinuation<Void, Never>? {
    guard gone < members.count else { return nil }
    defer {
      gone += 1
      if 2 * gone > members.count {
        members.removeFirst(gone)
        gone = 0
      }
    }
    return members[gone]
  }
}

/// A download on its way: whether it holds a slot, and for which others it waits.
private final class Production: Sendable {
  private struct State {
    var awaited: [Production] = []
    var holdsSlot = false
    var isOver = false

    var needsSlot: Bool { awaited.isEmpty && !holdsSlot && !isOver }

    mutating func letGoOfSlot() -> Bool {
      defer { holdsSlot = false }
      return holdsSlot
    }
  }

  /// The download in which the present task runs: a request that it makes is known by it, also
  /// by another cache.
  @TaskLocal static var current: Production?

  let url: URL
  private let cache: DownloadCache
  private let state = Mutex(State())

  init(of url: URL, in cache: DownloadCache) {
    self.url = url
    self.cache = cache
  }

  /// It has its slot and works.
  func begin() {
    state.withLock { $0.holdsSlot = true }
  }

  /// It has ended. Returns whether it had its slot still.
  func end() -> Bool {
    state.withLock { state in
      state.isOver = true
      return state.letGoOfSlot()
    }
  }

  /// What another download brings, without a slot of its own in the meantime.
  func answer(
    of task: Task<EncodedImage, any Error>, for other: Production
  ) async throws -> EncodedImage {
    // A task that outlived its download holds nothing up.
    guard !state.withLock({ $0.isOver }) else { return try await task.value }
    // Noted before the look around: of two that ask for each other at once, one sees the other.
    state.withLock { $0.awaited.append(other) }
    if other.waits(for: self) {
      state.withLock { $0.awaited.removeOne(other) }
      throw DownloadCycle(url: other.url)
    }
    if state.withLock({ $0.letGoOfSlot() }) { await cache.giveBackSlot() }
    let result = await task.result
    let needsSlot = state.withLock { state in
      state.awaited.removeOne(other)
      return state.needsSlot
    }
    if needsSlot { await takeSlotAgain() }
    return try result.get()
  }

  private func takeSlotAgain() async {
    await cache.takeSlot(isReturning: true)
    // Another request of the same download may have come or gone during that await.
    let isTaken = state.withLock { state in
      guard state.needsSlot else { return false }
      state.holdsSlot = true
      return true
    }
    if !isTaken { await cache.giveBackSlot() }
  }

  /// Whether it waits for another, directly or through others, or is that one.
  private func waits(for other: Production) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    var rest = [self]
    while let next = rest.popLast() {
      if next === other { return true }
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      rest += next.state.withLock { $0.awaited }
    }
    return false
  }
}

extension [Production] {
  fileprivate mutating func removeOne(_ production: Production) {
    if let place = firstIndex(where: { $0 === production }) { remove(at: place) }
  }
}

/// A download asked for one that waits for it, so that neither could ever end.
public struct DownloadCycle: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was asked for.
  public let url: URL

  /// What is wrong, as a sentence.
  public var description: String { "\(url) waits, in the end, for the download that asks for it." }
}
