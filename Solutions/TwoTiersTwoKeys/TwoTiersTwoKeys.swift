public import Foundation
public import Vocabulary

/// The way of a picture from the cheapest place that has it: memory, then disk, then network.
///
/// Two tiers hold two different things, and so have two keys. Memory holds decoded pictures, one
/// for each size at which a photo is shown: its key is the URL and the pixel size. Disk holds the
/// bytes that came from the server, from which any size can be decoded: its key is the URL. A
/// second size of a photo costs a decode and no download, and no size ever stands in for another.
///
/// A hit in memory is synchronous, by ``cachedImage(for:)``. For the rest this is an actor, since
/// an invalidation has to win over loads that are on their way: what they bring goes to those who
/// asked, and is not kept. Downloads and decodes run outside it.
///
/// Two calls for one key load twice: sharing is a part of its own, to be put in front, and so are
/// limits and priorities, to be put into `download` and `decode`.
public actor TieredImages: ImageLoading {
  /// Where a picture was found.
  public enum Source: String, Hashable, CaseIterable, Sendable {
    /// Decoded, at this size.
    case memory
    /// As bytes, and decoded for this call.
    case disk
    /// Nowhere, and downloaded for this call.
    case network
  }

  /// Brings the bytes at a URL, all of them.
  public typealias Download = @Sendable (URL) async throws -> EncodedImage

  /// Makes a picture whose longer side is at most that many pixels, off the main actor.
  public typealias Decode = @Sendable (EncodedImage, _ maxPixelSize: Int) async throws -> Bitmap

  private let memory: any ImageCaching
  private let disk: any EncodedImageStoring
  private let keys: TierKeys
  private let download: Download
  private let decode: Decode

  /// The loads on their way and the writes to the disk tier, by URL; empty when all is quiet.
  private var traffic: [URL: Traffic] = [:]
  /// All sizes that were ever put into memory. They are few, where sizes fall in buckets.
  private var sizes: Set<Int> = []

  /// A way over the given tiers.
  ///
  /// - Parameters:
  ///   - memory: Decoded pictures by URL and pixel size. ``invalidate(_:)`` finds only the sizes
  ///     that came in on this way.
  ///   - disk: Encoded pictures by URL.
  ///   - keys: What of a URL is part of the keys.
  ///   - download: Brings the bytes at a URL. Called with the URL that was asked for, signature
  ///     and all.
  ///   - decode: Makes the picture.
  public init(
    memory: any ImageCaching, disk: any EncodedImageStoring, keys: TierKeys = TierKeys(),
    download: @escaping Download, decode: @escaping Decode
  ) {
    self.memory = memory
    self.disk = disk
    self.keys = keys
    self.download = download
    self.decode = decode
  }

  /// The picture that is in memory at exactly this size, at once; nil otherwise.
  ///
  /// For a cell to draw in the frame in which it is bound, from any thread.
  public nonisolated func cachedImage(for key: ImageKey) -> Bitmap? {
    memory.image(for: keys.memoryKey(for: key))
  }

  /// The picture for a key, from memory, else from disk, else from the network.
  ///
  /// - Throws: What the download or the decode threw; `CancellationError` where the calling task
  ///   is cancelled. Nothing is kept of a load that failed.
  public nonisolated func image(for key: ImageKey) async throws -> Bitmap {
    try await find(key).image
  }

  /// The picture for a key, and where it was found.
  ///
  /// Bytes on disk that do not decode are removed, and the picture is downloaded, once.
  ///
  /// - Throws: As ``image(for:)`` does.
  public nonisolated func find(_ key: ImageKey) async throws -> (image: Bitmap, source: Source) {
    if let image = cachedImage(for: key) { return (image, .memory) }
    let diskKey = keys.diskKey(for: key.url)
    let ticket = await begin(diskKey)
    do {
      let found = try await load(key, diskKey, ticket)
      await end(diskKey)
      return found
    } catch {
      await end(diskKey)
      throw error
    }
  }

  /// Lets go of every size of a photo, and of its file.
  ///
  /// A look-up that begins after this has returned finds nothing of what was there before, and
  /// neither does a load that is on its way put it back.
  public func invalidate(_ url: URL) async {
    let diskKey = keys.diskKey(for: url)
    traffic[diskKey, default: Traffic()].invalidations += 1
    let any = keys.memoryKey(for: ImageKey(url: url, maxPixelSize: 0))
    for size in sizes.sorted() { memory.remove(any.resized(to: size)) }
    await write(diskKey) { [disk] in await disk.remove(diskKey) }
  }

  private nonisolated func load(
    _ key: ImageKey, _ diskKey: URL, _ ticket: Int
  ) async throws -> (image: Bitmap, source: Source) {
    if let bytes = await disk.image(for: diskKey) {
      do {
        let image = try await decode(bytes, key.maxPixelSize)
        await keep(image, key, diskKey, ticket)
        return (image, .disk)
      } catch is ImageDecodingError {
        await write(diskKey) { [disk] in await disk.remove(diskKey) }
      }
    }
    try Task.checkCancellation()
    let bytes = try await download(key.url)
    do {
      let image = try await decode(bytes, key.maxPixelSize)
      await keep(image, key, diskKey, ticket)
      await store(bytes, diskKey, ticket)
      return (image, .network)
    } catch is CancellationError {
      // The caller has left, and the bytes are paid for and whole. Should they not decode, the
      // next look-up finds out.
      await store(bytes, diskKey, ticket)
      throw CancellationError()
    }
  }

  // MARK: What invalidations have to win over

  private struct Traffic {
    var loads = 0
    var writes = 0
    var invalidations = 0
    var lastWrite: Task<Void, Never>?
  }

  /// - Returns: How often the URL has been invalidated, as far as is known: a load whose number
  ///   is out of date brings nothing to keep.
  private func begin(_ diskKey: URL) async -> Int {
    traffic[diskKey, default: Traffic()].loads += 1
    // What is on disk counts only when the writes that were ordered before are done. Looked at
    // again after each, since others may have been ordered meanwhile.
    var done: Task<Void, Never>?
    while let write = traffic[diskKey]?.lastWrite, write != done {
      await write.value
      done = write
    }
    return traffic[diskKey]?.invalidations ?? 0
  }

  private func end(_ diskKey: URL) {
    traffic[diskKey]?.loads -= 1
    forgetIfQuiet(diskKey)
  }

  /// The check and the insert are one step, between which no invalidation can come.
  private func keep(_ image: Bitmap, _ key: ImageKey, _ diskKey: URL, _ ticket: Int) {
    guard isCurrent(ticket, diskKey) else { return }
    sizes.insert(key.maxPixelSize)
    memory.insert(image, for: keys.memoryKey(for: key))
  }

  private func store(_ bytes: EncodedImage, _ diskKey: URL, _ ticket: Int) async {
    await write(diskKey) {
      if await self.isCurrent(ticket, diskKey) { await self.disk.insert(bytes, for: diskKey) }
    }
  }

  private func isCurrent(_ ticket: Int, _ diskKey: URL) -> Bool {
    traffic[diskKey]?.invalidations == ticket
  }

  /// Writes to the disk tier one after another for each URL, in the order of the calls, and to
  /// the end where the caller is cancelled.
  private func write(_ diskKey: URL, _ operation: @escaping @Sendable () async -> Void) async {
    let previous = traffic[diskKey]?.lastWrite
    let task = Task {
      await previous?.value
      await operation()
    }
    traffic[diskKey, default: Traffic()].lastWrite = task
    traffic[diskKey]?.writes += 1
    await task.value
    traffic[diskKey]?.writes -= 1
    forgetIfQuiet(diskKey)
  }

  private func forgetIfQuiet(_ diskKey: URL) {
    guard let known = traffic[diskKey], known.loads == 0, known.writes == 0 else { return }
    traffic[diskKey] = nil
  }
}

/// What of a URL is part of the keys: all of it, save parameters that say who may see the picture
/// and not which picture it is.
///
/// A signed URL is another one with each signature, and would be downloaded and stored again each
/// time. Only listed parameters are left out: an unknown one may well choose the picture.
public struct TierKeys: Hashable, Sendable {
  /// The names of the parameters that are left out, decoded, in the case of the URL.
  public let tokenParameters: Set<String>

  /// Keys that leave out the given parameters of the query; none by default.
  public init(tokenParameters: Set<String> = []) {
    self.tokenParameters = tokenParameters
  }

  /// The key of the memory tier: the URL without tokens, and the size.
  public func memoryKey(for key: ImageKey) -> ImageKey {
    guard !tokenParameters.isEmpty, let url = withoutTokens(key.url) else { return key }
    return ImageKey(url: url, maxPixelSize: key.maxPixelSize)
  }

  /// The key of the disk tier: the URL without tokens.
  public func diskKey(for url: URL) -> URL {
    (tokenParameters.isEmpty ? nil : withoutTokens(url)) ?? url.absoluteURL
  }

  /// The URL with all other parameters as they are and where they are; nil where it has no token.
  private func withoutTokens(_ url: URL) -> URL? {
    let text = url.absoluteString
    let end = text.firstIndex(of: "#") ?? text.endIndex
    guard let mark = text[..<end].firstIndex(of: "?") else { return nil }
    let items = text[text.index(after: mark)..<end].split(
      separator: "&", omittingEmptySubsequences: false)
    let kept = items.filter { item in
      let name = item.prefix { $0 != "=" }
      return !tokenParameters.contains(name.removingPercentEncoding ?? String(name))
    }
    guard kept.count < items.count else { return nil }
    let query = kept.isEmpty ? "" : "?" + kept.joined(separator: "&")
    return URL(string: text[..<mark] + query + text[end...])
  }
}
