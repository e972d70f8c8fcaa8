public import Foundation
public import Vocabulary

/// Keeps what it has downloaded, for whoever asks next.
public actor DownloadCache {
  private let limit: Int
  private let download: @Sendable (URL) async throws -> EncodedImage
  private var images: [URL: EncodedImage] = [:]

  /// An empty cache.
  ///
  /// - Parameters:
  ///   - limit: How many downloads may be at work at a time; at least one.
  ///   - download: Fetches the bytes. Each call costs a download. It may ask caches for other
  ///     URLs in between.
  public init(
    limit: Int = 2, download: @escaping @Sendable (URL) async throws -> EncodedImage
  ) {
    self.limit = max(1, limit)
    self.download = download
  }

  /// The bytes for a URL: those that are kept, those on their way, or a new download.
  public func image(for url: URL) async throws -> EncodedImage {
    // TODO: It is an actor, and it downloads twice. Nor does it heed the limit, yet.
    if let image = images[url] { return image }
    let image = try await download(url)
    images[url] = image
    return image
  }

  /// Forgets a URL: whoever asks from now on gets bytes of a new download.
  public func invalidate(_ url: URL) {
    images[url] = nil
  }
}
