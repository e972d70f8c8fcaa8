import FlingThrough500RowsSolution
import Foundation
import Synchronization
import TwoTiersTwoKeysSolution
import Vocabulary

/// The way of one kind of image, from a wish to a picture: shared loads, then two tiers, then the
/// server, then the decoder.
final class KindPath: Sendable {
  let shelf: KindShelf
  private let tiers: TieredImages
  private let keys: TierKeys
  private let parts: Parts
  private let loader: Mutex<ImageLoader>
  private let refreshes = Refreshes()

  /// What the ways of all kinds share.
  struct Parts: Sendable {
    let disk: any EncodedImageStoring
    let downloads: SharedDownloads
    let decodes: DecodeLine
    let reporter: Reporter
    let cancelsLoads: Bool
  }

  init(shelf: KindShelf, fetcher: Fetcher, keys: TierKeys, parts: Parts) {
    self.shelf = shelf
    self.keys = keys
    self.parts = parts
    tiers = TieredImages(
      memory: shelf, disk: EnvelopeStore(disk: parts.disk, freshness: fetcher.freshness),
      keys: keys,
      download: { _ in
        guard let load = LoadContext.current else { throw CancellationError() }
        let reply = try await parts.downloads.reply(for: load.request) { download in
          try await fetcher.reply(load.request.key, stored: load.stored, for: download)
        }
        load.got(reply)
        return reply.envelope.sealed()
      },
      decode: { sealed, _ in
        guard let load = LoadContext.current else { throw CancellationError() }
        // What is in memory was decoded from this very body: it need not be decoded again.
        if let label = load.label,
          let held = shelf.held(keys.memoryKey(for: load.request.key), edition: label.edition)
        {
          load.decoded()
          return held
        }
        let picture = try await parts.decodes.picture(
          from: Envelope.body(of: sealed), for: load.request)
        load.decoded()
        return picture
      })
    loader = Mutex(ImageLoader { _ in throw CancellationError() })
    replaceLoader()
  }

  /// The picture, by a load of its own or one that is in flight.
  func image(for key: ImageKey, priority: LoadPriority) async throws -> Bitmap {
    try await loader.withLock { $0 }.image(for: key, priority: priority)
  }

  /// Asks the server about a picture behind its back.
  func refresh(_ key: ImageKey) {
    refreshes.start(key) { [self] in
      _ = try? await image(for: key, priority: .prefetch)
    }
  }

  /// Lets go of what is held for a URL, in every size. Who asks after this has returned gets
  /// nothing of what was on its way.
  func invalidate(_ url: URL) async {
    parts.downloads.detach(url)
    shelf.invalidate(keys.memoryKey(for: ImageKey(url: url, maxPixelSize: 0)).url)
    await tiers.invalidate(url)
    // Loads in flight go on for those who wait, and nobody joins them any more.
    replaceLoader()
  }

  func stop() { refreshes.stopAll() }

  private func replaceLoader() {
    let next = ImageLoader(
      levelChanged: { [parts] request in
        parts.downloads.levelChanged(request)
        parts.decodes.levelChanged(request)
      },
      load: { [weak self] request in
        guard let self else { throw CancellationError() }
        guard !parts.cancelsLoads else { return try await load(request) }
        // A task of its own, which nobody cancels.
        return try await Task { try await load(request) }.value
      })
    loader.withLock { $0 = next }
  }

  private func load(_ request: LoadRequest) async throws -> Bitmap {
    let context = LoadContext(request, mustAsk: refreshes.contains(request.key))
    parts.reporter.tell(request.key, .started)
    do {
      let (image, source) = try await LoadContext.$current.withValue(context) {
        try await tiers.find(request.key)
      }
      if source == .disk { parts.reporter.read(request.key) }
      if context.wantsRefresh { refresh(request.key) }
      return image
    } catch let error as TransportError {
      // What is in memory alone is not thrown away for want of an answer either.
      guard let held = shelf.heldWhereAllowed(keys.memoryKey(for: request.key)) else {
        throw error
      }
      parts.reporter.tell(request.key, .stale)
      return held
    }
  }
}
