public import ReferencePipeline
public import Vocabulary

/// A loader of one's own in front of a pipeline: whoever wants a picture asks the loader, and the
/// loader asks the pipeline.
///
/// Pictures in memory are found in the pipeline, without the loader. Its loads are those of
/// visible places, also where a prefetch came first: a loader knows no urgency.
public struct SharedPictures: PictureProviding {
  /// What a loader is made of: the load behind it.
  public typealias Load = @Sendable (ImageKey) async throws -> Bitmap

  private let base: any PictureProviding
  private let kind: ImageKind
  private let loader: any ImageLoading

  /// Puts a loader in front of a pipeline.
  ///
  /// - Parameters:
  ///   - base: The pipeline.
  ///   - kind: The kind that the loader is for; other kinds pass it by.
  ///   - makeLoader: Makes the loader.
  public init(
    over base: any PictureProviding, kind: ImageKind = .feedThumbnail,
    makeLoader: (@escaping Load) -> any ImageLoading
  ) {
    self.base = base
    self.kind = kind
    loader = makeLoader { key in
      try await base.image(for: ImageRequest(kind, key), priority: .visible)
    }
  }

  /// What the pipeline has in memory.
  public func cachedImage(for request: ImageRequest) -> Bitmap? {
    base.cachedImage(for: request)
  }

  /// The picture, by way of the loader.
  public func image(for request: ImageRequest, priority: LoadPriority) async throws -> Bitmap {
    guard request.kind == kind else {
      return try await base.image(for: request, priority: priority)
    }
    return try await loader.image(for: request.key)
  }

  /// Passed on.
  public func attach(_ screen: any ScreenListening) { base.attach(screen) }

  /// Passed on.
  public func show(_ image: Bitmap, for request: ImageRequest, afterVisible: Duration) {
    base.show(image, for: request, afterVisible: afterVisible)
  }

  /// Passed on.
  public func hide(_ request: ImageRequest) { base.hide(request) }

  /// Passed on.
  public func release(_ request: ImageRequest) { base.release(request) }

  /// Passed on.
  public func respond(to signal: MemorySignal) { base.respond(to: signal) }
}
