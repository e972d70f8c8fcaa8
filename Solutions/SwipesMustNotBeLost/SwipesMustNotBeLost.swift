import Foundation
public import Vocabulary

/// The persistent outbox: what the user wished, until the server has answered it.
///
/// - **The log is the truth.** An operation is a line at the end of one file, flushed before
///   ``add(_:)`` returns and so before anything is sent. Its answer is a line too, flushed before
///   the operation is let go. What has no answer there is sent again, under the same key.
/// - **Peek, send, store, remove**, one at a time: no failure changes the order.
/// - **Each line vouches for itself** by a checksum, between two line ends, so that a torn end or
///   a damaged byte costs no other line.
/// - **What failed did not happen.** Where a line may be half on the disk, the log is renamed, and
///   its new name says how much of it counts: that takes no space and happens as a whole. The
///   next line goes into a fresh log, and waits for room for that.
/// - **The log stays short**: at more than 64 lines, and four for each that still matters, a fresh
///   one with those takes its place, flushed and renamed.
///
/// Nobody may empty the folder: Application Support, not Caches. Make one outbox for a folder, over
/// files that refuse a second one: two send and tell each for itself, and one that shortens the log
/// may drop what the other adds in that moment. Opening takes time linear in the length of the log.
public actor Outbox: SwipeQueueing {
  /// Waits after so many failures in a row, from 1, or throws to give up until the next drain.
  public typealias Pause = @Sendable (_ failures: Int, _ last: any Error) async throws -> Void

  private static let (log, fresh, cutPrefix) = ("outbox", "outbox-fresh", "outbox-cut-")
  private let files: any FileStoring
  private let server: any SwipeSending & SwipeUndoing
  private let pause: Pause
  private var isOpen = false
  private var state = OutboxState()
  private var (lineCount, byteCount) = (0, 0)
  /// The name of the file that may count in place of the log; where it is set, a fresh log is due.
  private var cut: String?
  private var draining: Task<Void, Never>?
  private var listener: (@Sendable (SwipeAnswer) async throws -> Void)?
  private var (wasWoken, isTelling) = (false, false)
  private var turns = Turns()

  /// An outbox over a folder of its own, of which nothing is read before the first call.
  ///
  /// - Parameters:
  ///   - files: The folder.
  ///   - server: Where operations go.
  ///   - pause: What lies between attempts: a backoff with jitter, say; no drain cuts it short. Not
  ///     asked where there is no connection: the drain ends, and the connection brings the next.
  public init(
    files: any FileStoring, server: any SwipeSending & SwipeUndoing,
    pause: @escaping Pause = { _, error in throw error }
  ) {
    self.files = files
    self.server = server
    self.pause = pause
  }

  /// Takes an operation in: one append and one flush; see `SwipeQueueing`.
  public func add(_ operation: SwipeOperation) async throws {
    try await inTurn { outbox in
      guard !outbox.state.pending.contains(operation) else { return }
      try await outbox.write(.added(operation))
    }
  }

  /// What waits for its answer; see `SwipeQueueing`.
  public func pending() async throws -> [SwipeOperation] {
    try await inTurn { _ in }
    return state.pending.all
  }

  /// The operation that was added last; see `SwipeQueueing`.
  public func last() async throws -> SwipeOperation? {
    try await inTurn { _ in }
    return state.last
  }

  /// Sets who hears the answers; see `SwipeQueueing`.
  public func listen(_ listener: @escaping @Sendable (SwipeAnswer) async throws -> Void) async {
    self.listener = listener
    try? await inTurn { _ in }
    await tellAnswers()
  }

  /// Sends what waits: for each answer two appends and one flush; see `SwipeQueueing`.
  public func drain() async {
    wasWoken = true
    let task = draining ?? Task { await sendAll() }
    draining = task
    await task.value
  }

  /// Tries once more for those who came during the attempt that failed, and ends in the step in
  /// which it looks for the last time, so that no wake-up is lost.
  private func sendAll() async {
    var failures = 0
    while wasWoken {
      wasWoken = false
      do {
        try await inTurn { _ in }
        await tellAnswers()
        while let operation = state.pending.first {
          wasWoken = false
          let answer = try await ask(operation)
          try await inTurn { try await $0.write(.answered(answer)) }
          failures = 0
          await tellAnswers()
        }
        break
      } catch TransportError.offline {
        continue
      } catch {
        failures += 1
        if (try? await pause(failures, error)) != nil { wasWoken = true }
      }
    }
    draining = nil
  }

  private func ask(_ operation: SwipeOperation) async throws -> SwipeAnswer {
    switch operation {
    case .swipe(let swipe): .swipe(swipe, try await server.send(swipe).outcome)
    case .undo(let undo): .undo(undo, try await server.undo(undo).outcome)
    }
  }

  private func tellAnswers() async {
    guard !isTelling else { return }
    isTelling = true
    while let listener, let answer = state.untold.first {
      self.listener = nil
      guard (try? await listener(answer)) != nil else { continue }
      self.listener = self.listener ?? listener
      let told = OutboxEntry.told(answer)
      // Where that cannot be written, the next launch tells it once more.
      do { try await inTurn { try await $0.write(told) } } catch { state.apply(told) }
    }
    isTelling = false
  }

  private func open() async throws {
    guard !isOpen else { return }
    let names = try await files.list().map(\.name)
    cut = names.first { $0.hasPrefix(Self.cutPrefix) }
    if names.contains(Self.fresh) { try await files.remove(Self.fresh) }
    if names.contains(Self.log) {
      learn(try await files.read(Self.log))
      // The app ended when the fresh log was in place.
      if let cut { try await files.remove(cut) }
      cut = nil
    } else if let cut, let length = Int(cut.dropFirst(Self.cutPrefix.count)) {
      learn(try await files.read(cut).prefix(length))
    }
    isOpen = true
  }

  private func learn(_ contents: Data) {
    let entries = OutboxEntry.entries(in: contents)
    for entry in entries { state.apply(entry) }
    (lineCount, byteCount) = (entries.count, contents.count)
  }

  private func write(_ entry: OutboxEntry) async throws {
    if cut != nil { try await startAfresh() }
    let line = try OutboxEntry.lines([entry])
    do {
      try await files.append(line, to: Self.log)
      if case .told = entry {} else { try await files.flush(Self.log) }
    } catch {
      // Also where the renaming fails: it may have happened all the same.
      let name = Self.cutPrefix + String(byteCount)
      cut = name
      try? await files.rename(Self.log, to: name)
      throw error
    }
    state.apply(entry)
    (lineCount, byteCount) = (lineCount + 1, byteCount + line.count)
    guard lineCount > 64 + 4 * state.count else { return }
    // What another outbox has put there must not be lost.
    if let contents = try? await files.read(Self.log), contents.count != byteCount {
      learn(contents)
    }
    // Where it fails, the log is as good as before; it is tried again after as many lines.
    lineCount = state.count
    try? await startAfresh()
  }

  private func startAfresh() async throws {
    let entries = state.entries
    let contents = try OutboxEntry.lines(entries)
    let replaced = cut
    do {
      try await files.write(contents, to: Self.fresh)
      try await files.flush(Self.fresh)
      // Nothing is added where it may or may not have happened, until it has for certain.
      cut = cut ?? Self.cutPrefix + String(byteCount)
      try await files.rename(Self.fresh, to: Self.log)
    } catch {
      try? await files.remove(Self.fresh)
      throw error
    }
    (lineCount, byteCount) = (entries.count, contents.count)
    if let replaced {
      do { try await files.remove(replaced) } catch FileError.notFound {}
    }
    cut = nil
  }

  /// All that touches the files goes one after the other, in the order of the calls.
  private func inTurn(
    _ work: @escaping @Sendable (isolated Outbox) async throws -> Void
  ) async throws {
    try await turns.next { [self] in
      try await open()
      try await work(self)
    }.value
  }
}

/// What the lines of the log come to.
private struct OutboxState {
  private(set) var pending = Line<SwipeOperation>()
  private(set) var untold = Line<SwipeAnswer>()
  private(set) var last: SwipeOperation?

  var count: Int { pending.count + untold.count }

  /// The shortest log that comes to the same.
  var entries: [OutboxEntry] {
    untold.all.map(OutboxEntry.answered) + pending.all.map(OutboxEntry.added)
      + [last].compactMap { $0.map(OutboxEntry.last) }
  }

  mutating func apply(_ entry: OutboxEntry) {
    switch entry {
    case .added(let operation):
      pending.add(operation)
      last = operation
    case .answered(let answer):
      pending.remove(answer.operation)
      untold.add(answer)
    case .told(let answer): untold.remove(answer)
    case .last(let operation): last = operation
    }
  }
}

/// Different elements in the order of their arrival; all but ``all`` in constant time on average.
private struct Line<Element: Hashable> {
  private var places: [Element: Int] = [:]
  private var elements: [Int: Element] = [:]
  private var (start, end) = (0, 0)

  var count: Int { places.count }
  var first: Element? { elements[start] }
  var all: [Element] { (start..<end).compactMap { elements[$0] } }

  func contains(_ element: Element) -> Bool { places[element] != nil }

  mutating func add(_ element: Element) {
    guard places[element] == nil else { return }
    (places[element], elements[end], end) = (end, element, end + 1)
  }

  mutating func remove(_ element: Element) {
    guard let place = places.removeValue(forKey: element) else { return }
    elements[place] = nil
    while start < end, elements[start] == nil { start += 1 }
  }
}

/// A line of the log: JSON, a space, a checksum.
private enum OutboxEntry: Codable {
  case added(SwipeOperation)
  case answered(SwipeAnswer)
  case told(SwipeAnswer)
  /// What was added last, where its own line has been left out.
  case last(SwipeOperation)

  static func lines(_ entries: [OutboxEntry]) throws -> Data {
    let encoder = JSONEncoder()
    return try entries.reduce(into: Data()) { lines, entry in
      let json = try encoder.encode(entry)
      lines += Data("\n".utf8) + json + Data(" \(checksum(json))\n".utf8)
    }
  }

  /// Skips what is no whole, sound line.
  static func entries(in lines: Data) -> [OutboxEntry] {
    let decoder = JSONDecoder()
    return lines.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let space = line.lastIndex(of: UInt8(ascii: " ")),
        line[space...].elementsEqual(" \(checksum(line[..<space]))".utf8)
      else { return nil }
      return try? decoder.decode(OutboxEntry.self, from: line[..<space])
    }
  }

  /// FNV-1a: notices any damage within one byte for certain.
  private static func checksum(_ bytes: Data) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
