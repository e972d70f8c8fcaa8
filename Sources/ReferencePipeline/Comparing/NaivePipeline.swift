import Foundation
import Synchronization
public import Vocabulary

/// What not to do: the pipeline that each of us has written once, to be measured against.
///
/// It decodes the original in full, whatever the size of the place. It keeps a number of pictures,
/// whatever they take. Its key is the URL, so one size stands in for another. It shares nothing:
/// ten cells with one photo are ten downloads. It goes on with loads that nobody waits for. It
/// has no disk tier, asks for no size, and hears no signal about memory.
public final class NaivePipeline: PictureProviding {
  private struct State {
    var pictures: [URL: Bitmap] = [:]
    /// In the order in which they came, which is not that of use.
    var order: [URL] = []
  }

  private let transport: any ImageTransporting
  private let decoder: any ImageDecoding
  private let count: Int
  private let state = Mutex(State())

  /// A pipeline without pictures.
  ///
  /// - Parameters:
  ///   - transport: Sends requests.
  ///   - decoder: Decodes.
  ///   - count: How many pictures are kept, a usual default of such caches.
  public init(transport: any ImageTransporting, decoder: any ImageDecoding, count: Int = 100) {
    self.transport = transport
    self.decoder = decoder
    self.count = max(1, count)
  }

  /// A picture of that URL, in whatever size.
  public func cachedImage(for request: ImageRequest) -> Bitmap? {
    state.withLock { $0.pictures[request.key.url] }
  }

  /// Downloads and decodes the original.
  public func image(for request: ImageRequest, priority: LoadPriority) async throws -> Bitmap {
    let url = request.key.url
    if let picture = cachedImage(for: request) { return picture }
    // Nobody stops this task: its caller is cancelled, and the load goes on.
    return try await Task { [self] in
      let response = try await transport.send(TransportRequest(url: url))
      var bytes = Data()
      for try await piece in response.body { bytes.append(piece) }
      let picture = try await decoder.decode(EncodedImage(bytes), maxPixelSize: .max)
      keep(picture, url)
      return picture
    }.value
  }

  /// Tells nothing.
  public func attach(_ screen: any ScreenListening) {}

  /// Notes nothing.
  public func show(_ image: Bitmap, for request: ImageRequest, afterVisible: Duration) {}

  /// Notes nothing.
  public func hide(_ request: ImageRequest) {}

  /// Lets go of nothing.
  public func release(_ request: ImageRequest) {}

  /// Hears nothing.
  public func respond(to signal: MemorySignal) {}

  private func keep(_ picture: Bitmap, _ url: URL) {
    let gone = state.withLock { state -> Bitmap? in
      if state.pictures.updateValue(picture, forKey: url) == nil { state.order.append(url) }
      guard state.order.count > count else { return nil }
      return state.pictures.removeValue(forKey: state.order.removeFirst())
    }
    withExtendedLifetime(gone) {}
  }
}
