public import Foundation
public import Vocabulary

/// The disk tier: encoded pictures in a folder that holds nothing of value.
///
/// - **Each entry vouches for itself.** It is written under another name, flushed and renamed, so
///   it is there whole or not at all. It holds its URL and a checksum: damaged, cut off or foreign
///   bytes are a miss and never reach a decoder. Of two URLs with one hash, the later one stays.
/// - **The folder is the truth** on what there is. The journal tells only the order of use, since
///   no file system can be relied on for that; a lost line makes its entry one of the first to
///   go. It is rewritten once it is longer than 64 lines and two for each entry.
/// - **The budget counts blocks**, those of the journal included, and holds after every insert;
///   while one is going on there is one entry more at the most.
/// - **Nothing fails.** What cannot be read is absent, what cannot be written is not kept.
///
/// An insert returns when its bytes are safe, or a later change has made them needless; reads see
/// them from the call on, and wait for no write. Make one tier for a folder: two never serve a
/// wrong picture, but each keeps the budget for itself alone, and some of the order of use is lost.
public actor DiskTier: EncodedImageStoring {
  private static let journal = "journal"
  private static let temporary = ".tmp"
  private let files: any FileStoring
  private let budget: Int
  private let blockSize: Int
  private var isOpen = false
  private var index = Index()
  /// What was accepted and is not on the disk yet, by URL; without an image, a removal.
  private var changes: [String: (turn: Int, image: EncodedImage?)] = [:]
  private var unwrittenUses: [String] = []
  private var lineCount = 0
  private var (lastTurn, presentTurn) = (0, 1)
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]

  /// A tier over a folder of its own, of which nothing is read before the first call.
  ///
  /// - Parameters:
  ///   - files: The folder, for example in Caches.
  ///   - budget: What it may take up, in bytes: a block and 1,536 for the journal, and for each
  ///     entry its blocks and 72.
  ///   - blockSize: What the smallest file takes up, in bytes.
  public init(files: any FileStoring, budget: Int, blockSize: Int = 4096) {
    (self.files, self.budget, self.blockSize) = (files, max(budget, 0), max(blockSize, 1))
  }

  /// The bytes for the URL, whole and as they were given, which counts as a use of them.
  ///
  /// Nil where there are none, where they are damaged (their file goes) and where they cannot be
  /// read. One read of the disk, and none where nothing is held for the URL.
  public func image(for url: URL) async -> EncodedImage? {
    let name = Record.name(of: url)
    if !isOpen { await inTurn(nextTurn()) { tier in await tier.open() } }
    if let change = changes[url.absoluteString] { return change.image }
    guard index.entries[name] != nil, var found = await read(name, url) else { return nil }
    if found == nil {
      // Nobody else writes in our turn: look again, and tidy up.
      await inTurn(nextTurn()) { tier in
        found = await tier.read(name, url) ?? nil
        if found == nil { await tier.discard(name) }
      }
    }
    guard let image = found, index.entries[name] != nil else { return found }
    index.use(name)
    unwrittenUses.append(name)
    // Where a write is going on, that one writes the line too, and nobody waits.
    if lastTurn < presentTurn { await inTurn(nextTurn()) { _ in } }
    return image
  }

  /// Takes bytes in, in place of those for the same URL; the least recently used go for them.
  ///
  /// Not kept, and the former ones are gone too: an empty body, one over the budget, one for
  /// which the disk has no room, and that of a file URL, which is on the disk already. Insert
  /// none that was cut off; ``remove(_:)`` one that does not decode.
  public func insert(_ image: EncodedImage, for url: URL) async {
    await change(url, to: image.byteCount == 0 || url.isFileURL ? nil : image)
  }

  /// Lets go of the bytes for the URL, those of an insert that is going on included.
  public func remove(_ url: URL) async { await change(url, to: nil) }

  /// Lets go of everything, and leaves no file of the tier in the folder.
  public func removeAll() async {
    await inTurn(nextTurn()) { tier in
      (tier.index, tier.unwrittenUses, tier.lineCount) = (Index(), [], 0)
      for file in (try? await tier.files.list()) ?? []
      where [Self.journal, Self.temporary, Record.suffix].contains(where: file.name.hasSuffix) {
        try? await tier.files.remove(file.name)
      }
    }
  }

  /// Makes the order of use safe from the end of the phone, for when the app goes to the
  /// background. The end of the app alone does it no harm.
  public func flush() async {
    await inTurn(nextTurn()) { tier in
      await tier.writeUses()
      try? await tier.files.flush(Self.journal)
    }
  }

  private func change(_ url: URL, to image: EncodedImage?) async {
    let (address, turn) = (url.absoluteString, nextTurn())
    changes[address] = (turn, image)
    await inTurn(turn) { tier in
      // A later change of the same URL makes this one needless.
      guard tier.changes[address]?.turn == turn else { return }
      await tier.open()
      if await !tier.store(image, for: url) { await tier.discard(Record.name(of: url)) }
      if tier.changes[address]?.turn == turn { tier.changes[address] = nil }
    }
  }

  private func store(_ image: EncodedImage?, for url: URL) async -> Bool {
    guard isOpen, let image else { return false }
    let (name, contents) = (Record.name(of: url), await Record.contents(image, url))
    let cost = cost(of: contents.count)
    guard cost <= room else { return false }
    index.use(name)
    await evict(to: room - cost + (index.entries[name]?.cost ?? 0))
    do {
      try await replace(name, by: contents)
    } catch {
      // A full disk gets back as much as was asked of it, and the next insert may have that.
      if error as? FileError == .noSpace { await evict(to: index.byteCount - cost) }
      return false
    }
    index.adopt(name, cost: cost)
    unwrittenUses.append(name)
    return true
  }

  private func replace(_ name: String, by contents: Data) async throws {
    do {
      try await files.write(contents, to: name + Self.temporary)
      try await files.flush(name + Self.temporary)
      try await files.rename(name + Self.temporary, to: name)
    } catch {
      try? await files.remove(name + Self.temporary)
      throw error
    }
  }

  private func evict(to goal: Int) async {
    while index.byteCount > goal, let victim = index.oldest() { await discard(victim) }
  }

  /// Removes a file, and forgets it whether that works or not: the next launch finds what stays.
  private func discard(_ name: String) async {
    index.forget(name)
    try? await files.remove(name)
  }

  /// What the entries may cost together.
  private var room: Int { budget - 64 * Journal.lineLength - blockSize }

  /// The blocks of an entry, and its part of the journal: two lines, one more to rewrite them.
  private func cost(of byteCount: Int) -> Int {
    max((byteCount + blockSize - 1) / blockSize, 1) * blockSize + 3 * Journal.lineLength
  }

  /// Learns what there is, in two steps; again at the next call where that cannot be listed.
  private func open() async {
    guard !isOpen, let list = try? await files.list() else { return }
    for file in list where file.name.hasSuffix(Record.suffix) {
      index.adopt(file.name, cost: cost(of: file.byteCount))
    }
    for file in list where file.name.hasSuffix(Self.temporary) {
      try? await files.remove(file.name)
    }
    let uses = Journal.names(in: (try? await files.read(Self.journal)) ?? Data())
    for name in uses { index.use(name) }
    (lineCount, isOpen) = (uses.count, true)
    await evict(to: room)
  }

  /// Nil where it cannot be read; nil within where it is not there, damaged or of another URL.
  private nonisolated func read(_ name: String, _ url: URL) async -> EncodedImage?? {
    do {
      return Record.image(in: try await files.read(name), for: url)
    } catch FileError.notFound {
      return .some(nil)
    } catch {
      return nil
    }
  }

  private func writeUses() async {
    if !unwrittenUses.isEmpty {
      let uses = unwrittenUses
      (unwrittenUses, lineCount) = ([], lineCount + uses.count)
      try? await files.append(Journal.lines(uses), to: Self.journal)
    }
    guard lineCount > 64 + 2 * index.entries.count else { return }
    // Where it fails, it is tried again after as many uses.
    lineCount = index.entries.count
    try? await replace(Self.journal, by: Journal.lines(index.byUse))
  }

  /// All that writes has a number, and goes in the order of the numbers.
  private func nextTurn() -> Int {
    lastTurn += 1
    return lastTurn
  }

  private func inTurn(_ turn: Int, _ work: (isolated DiskTier) async -> Void) async {
    if turn != presentTurn { await withCheckedContinuation { waiting[turn] = $0 } }
    await work(self)
    repeat { await writeUses() } while !unwrittenUses.isEmpty && lastTurn == turn
    presentTurn += 1
    waiting.removeValue(forKey: presentTurn)?.resume()
  }
}

/// What is held, and in which order it was used. Of the uses, an entry's last one counts; others
/// are skipped and cleared away in time, so each operation takes constant time on average.
private struct Index {
  private(set) var entries: [String: (cost: Int, lastUse: Int)] = [:]
  private(set) var byteCount = 0
  private var uses: ArraySlice<(name: String, number: Int)> = []
  private var lastNumber = 0

  /// All that is held, the least recently used first.
  var byUse: [String] { uses.filter(isLast).map(\.name) }

  /// What was used least recently; nil where nothing is held.
  mutating func oldest() -> String? {
    while let use = uses.first, !isLast(use) { uses.removeFirst() }
    return uses.first?.name
  }

  mutating func adopt(_ name: String, cost: Int) {
    byteCount += cost - (entries[name]?.cost ?? 0)
    entries[name] = (cost, 0)
    use(name)
  }

  mutating func forget(_ name: String) { byteCount -= entries.removeValue(forKey: name)?.cost ?? 0 }

  /// Makes an entry the most recently used one. Nothing happens without one.
  mutating func use(_ name: String) {
    guard entries[name] != nil else { return }
    lastNumber += 1
    entries[name]?.lastUse = lastNumber
    uses.append((name, lastNumber))
    if uses.count > 64 + 2 * entries.count { uses = uses.filter(isLast)[...] }
  }

  private func isLast(_ use: (name: String, number: Int)) -> Bool {
    entries[use.name]?.lastUse == use.number
  }
}

/// The order of use as a file: for each use a line with the name of the entry, between empty
/// ones, so that a damaged byte or a torn end spoils one use. A damaged name is no entry's.
private enum Journal {
  static let lineLength = 24
  static func lines(_ names: [String]) -> Data {
    Data(names.map { "\n\($0)\n" }.joined().utf8)
  }

  static func names(in lines: Data) -> [String] {
    lines.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// What the file of an entry holds: the URL, a zero, the body, and a checksum of them all.
private enum Record {
  static let suffix = ".image"
  /// The body; nil where the file is damaged, or that of another URL.
  static func image(in contents: Data, for url: URL) -> EncodedImage? {
    let (start, rest) = (start(url), contents.dropLast(8))
    guard contents.suffix(8) == seal(rest), rest.starts(with: start) else { return nil }
    return EncodedImage(Data() + rest.dropFirst(start.count))
  }

  /// Safe for any URL, and where capitals do not count.
  static func name(of url: URL) -> String {
    String(checksum(of: Data(url.absoluteString.utf8)), radix: 16) + suffix
  }

  /// Runs beside the actor, since it looks at every byte.
  static func contents(_ image: EncodedImage, _ url: URL) async -> Data {
    let rest = start(url) + image.data
    return rest + seal(rest)
  }

  private static func start(_ url: URL) -> Data { Data(url.absoluteString.utf8) + [0] }

  private static func seal(_ bytes: Data) -> Data {
    withUnsafeBytes(of: checksum(of: bytes).littleEndian) { Data($0) }
  }

  /// FNV-1a: notices any damage within one byte for certain, and all but one in 2^64 of the
  /// others. No defence against one who makes two texts with one sum; so entries hold their URL.
  private static func checksum(of data: Data) -> UInt64 {
    data.withUnsafeBytes { bytes in
      bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
  }
}
