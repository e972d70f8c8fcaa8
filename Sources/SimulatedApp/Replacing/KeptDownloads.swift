public import Foundation
import Synchronization
public import Vocabulary

/// A cache of downloads of one's own between a pipeline and the network: whatever the pipeline
/// asks the server for, it asks the cache, and the cache downloads.
///
/// A request that asks whether something has changed is answered with what the cache has. Set the
/// pipeline's own disk tier to zero with ``AppParts/configure``, or the cache is never asked twice.
public struct KeptDownloads: ImageTransporting {
  /// Gives the bytes for a URL: what a cache does, and the download behind it.
  public typealias Download = @Sendable (URL) async throws -> EncodedImage

  private final class Heads: Sendable {
    let byURL = Mutex<[URL: HeaderFields]>([:])
  }

  private let heads = Heads()
  private let image: Download

  /// Puts a cache in front of a network.
  ///
  /// - Parameters:
  ///   - base: The network.
  ///   - makeCache: Makes the cache from the download behind it, and says how it is asked.
  public init(
    over base: any ImageTransporting, makeCache: (@escaping Download) -> Download
  ) {
    image = makeCache { [heads] url in
      let response = try await base.send(TransportRequest(url: url))
      guard response.status == 200 else {
        throw TransportError.unexpectedStatus(response.status)
      }
      var bytes = Data()
      for try await chunk in response.body { bytes += chunk }
      // The body of a reader that is cancelled ends like one that is whole.
      try Task.checkCancellation()
      heads.byURL.withLock { $0[url] = response.headers }
      return EncodedImage(bytes)
    }
  }

  /// The bytes that the cache gives, under the header with which they came.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    let image = try await image(request.url)
    try Task.checkCancellation()
    let headers = heads.byURL.withLock { $0[request.url] } ?? [:]
    let body = TransportResponse.Body { continuation in
      continuation.yield(image.data)
      continuation.finish()
    }
    return TransportResponse(status: 200, headers: headers, body: body)
  }
}
