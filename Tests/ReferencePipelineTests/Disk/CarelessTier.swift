import Foundation
import Vocabulary

/// Another right disk tier, plain and slow, which can be told to make one known mistake.
///
/// It does one call after the other, and writes the order of use anew at each use.
actor CarelessTier: EncodedImageStoring {
  enum Mistake: String, CaseIterable {
    case orderByCreation, orderInMemoryOnly, writesInPlace, forgetsTheFlush, nameIsLastPathPart
    case looksAtNoChecksum, keepsDamagedFiles, looksAtNoURL, trustsItsIndex, budgetAtStartOnly
    case noBudget, countsBytesNotBlocks, countsEntriesTwice, keepsEmptyBodies, keepsTheFormer
    case returnsTooEarly, removalOvertakes, evictsOnlyWithOrderWritten, evictsForAnyBody
  }

  private let files: any FileStoring
  private let budget: Int
  private let mistake: Mistake?
  private var isOpen = false
  private var costs: [String: Int] = [:]
  private var order: [String] = []
  private var staged: [URL: (number: Int, image: EncodedImage?)] = [:]
  private var lastNumber = 0
  private var tail: Task<Void, Never>?

  init(files: any FileStoring, budget: Int, mistake: Mistake? = nil) {
    self.files = files
    self.budget = budget - 3 * 4096
    self.mistake = mistake
  }

  func image(for url: URL) async -> EncodedImage? {
    if mistake != .returnsTooEarly, let change = staged[url] { return change.image }
    return await alone { tier in
      await tier.open()
      return await tier.read(url)
    }
  }

  func insert(_ image: EncodedImage, for url: URL) async {
    if mistake == .returnsTooEarly {
      Task { await self.change(url, to: image) }
    } else {
      let isKept = image.byteCount > 0 || mistake == .keepsEmptyBodies
      if !isKept, mistake == .keepsTheFormer { return }
      await change(url, to: isKept ? image : nil)
    }
  }

  func remove(_ url: URL) async {
    if mistake == .removalOvertakes {
      staged[url] = nil
      await discard(name(of: url))
    } else {
      await change(url, to: nil)
    }
  }

  private func change(_ url: URL, to image: EncodedImage?) async {
    lastNumber += 1
    let number = lastNumber
    staged[url] = (number, image)
    await alone { tier in
      await tier.open()
      if let image { await tier.store(image, url) } else { await tier.discard(tier.name(of: url)) }
      if tier.staged[url]?.number == number { tier.staged[url] = nil }
    }
  }

  private func alone<Value: Sendable>(
    _ work: @escaping @Sendable (isolated CarelessTier) async -> Value
  ) async -> Value {
    let previous = tail
    let task = Task {
      await previous?.value
      return await work(self)
    }
    tail = Task { _ = await task.value }
    return await task.value
  }

  // MARK: Files

  private func open() async {
    guard !isOpen, let list = try? await files.list() else { return }
    isOpen = true
    for file in list where file.name.hasSuffix(".tmp") { try? await files.remove(file.name) }
    for file in list where file.name.hasSuffix(".image") {
      costs[file.name] = cost(file.byteCount)
    }
    let text = String(decoding: (try? await files.read("order")) ?? Data(), as: UTF8.self)
    let known = text.split(separator: "\n").map(String.init).filter { costs[$0] != nil }
    order = costs.keys.filter { !known.contains($0) }.sorted() + known
    await makeRoom(for: 0)
  }

  private func read(_ url: URL) async -> EncodedImage? {
    let name = name(of: url)
    guard costs[name] != nil else { return nil }
    guard let contents = try? await files.read(name) else {
      if mistake == .trustsItsIndex { return EncodedImage(Data()) }
      forget(name)
      return nil
    }
    guard let body = body(in: contents, of: url) else {
      if mistake == .keepsDamagedFiles { forget(name) } else { await discard(name) }
      return nil
    }
    if mistake != .orderByCreation { await touch(name) }
    return EncodedImage(body)
  }

  private func store(_ image: EncodedImage, _ url: URL) async {
    let name = name(of: url)
    let contents = contents(image, url)
    let cost = cost(contents.count)
    if mistake == .evictsForAnyBody { await makeRoom(for: cost, instead: name) }
    guard cost <= budget || mistake == .noBudget else { return await discard(name) }
    await touch(name)
    if mistake != .budgetAtStartOnly { await makeRoom(for: cost, instead: name) }
    for isLastAttempt in [false, true] {
      do {
        try await write(contents, to: name)
        costs[name] = cost
        return await touch(name)
      } catch {
        guard !isLastAttempt, let victim = order.first else { break }
        if mistake == .evictsOnlyWithOrderWritten, await !writeOrder() { break }
        await discard(victim)
      }
    }
    await discard(name)
  }

  private func write(_ contents: Data, to name: String) async throws {
    if mistake == .writesInPlace {
      try await files.write(contents, to: name)
      return try await files.flush(name)
    }
    do {
      try await files.write(contents, to: name + ".tmp")
      if mistake != .forgetsTheFlush { try await files.flush(name + ".tmp") }
      try await files.rename(name + ".tmp", to: name)
    } catch {
      try? await files.remove(name + ".tmp")
      throw error
    }
  }

  private func makeRoom(for cost: Int, instead name: String? = nil) async {
    if mistake == .noBudget { return }
    while let victim = order.first {
      let former = mistake == .countsEntriesTwice ? 0 : name.flatMap { costs[$0] } ?? 0
      guard costs.values.reduce(0, +) - former + cost > budget else { return }
      await discard(victim)
    }
  }

  private func discard(_ name: String) async {
    forget(name)
    try? await files.remove(name)
  }

  private func forget(_ name: String) {
    costs[name] = nil
    order.removeAll { $0 == name }
  }

  private func touch(_ name: String) async {
    guard costs[name] != nil else { return }
    order.removeAll { $0 == name }
    order.append(name)
    if mistake != .orderInMemoryOnly { _ = await writeOrder() }
  }

  private func writeOrder() async -> Bool {
    (try? await write(Data(order.joined(separator: "\n").utf8), to: "order")) != nil
  }

  // MARK: Formats

  private func cost(_ byteCount: Int) -> Int {
    mistake == .countsBytesNotBlocks ? byteCount : (byteCount + 4095) / 4096 * 4096
  }

  private func name(of url: URL) -> String {
    if mistake == .nameIsLastPathPart { return url.lastPathComponent + ".image" }
    return String(sum(Data(url.absoluteString.utf8)), radix: 36) + ".image"
  }

  private func contents(_ image: EncodedImage, _ url: URL) -> Data {
    let rest = Data((mistake == .looksAtNoURL ? "" : url.absoluteString + "\n").utf8) + image.data
    return Data(String(sum(rest), radix: 36).utf8) + [10] + rest
  }

  private func body(in contents: Data, of url: URL) -> Data? {
    guard let end = contents.firstIndex(of: 10) else { return nil }
    let rest = Data(contents[(end + 1)...])
    let start = Data((mistake == .looksAtNoURL ? "" : url.absoluteString + "\n").utf8)
    let isWhole = contents[..<end].elementsEqual(String(sum(rest), radix: 36).utf8)
    let trusts = mistake == .looksAtNoChecksum || mistake == .writesInPlace
    guard isWhole || trusts, rest.starts(with: start) else { return nil }
    return Data(rest.dropFirst(start.count))
  }

  /// By words, since this is not optimised.
  private func sum(_ data: Data) -> UInt64 {
    data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      var sum = UInt64(bytes.count)
      for place in stride(from: 0, to: bytes.count, by: 8) {
        let word =
          place + 8 <= bytes.count
          ? bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
          : bytes[place...].reduce(0) { $0 << 8 | UInt64($1) }
        sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
        sum ^= sum >> 32
      }
      return sum
    }
  }
}
