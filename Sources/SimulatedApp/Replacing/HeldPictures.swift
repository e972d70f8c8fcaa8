public import ReferencePipeline
public import Vocabulary

/// A memory tier of one's own in front of a pipeline: what it has is drawn at once, and what the
/// pipeline loads is put into it.
///
/// Set the pipeline's own budget to zero with ``AppParts/configure``, or two tiers hold what one
/// should.
public struct HeldPictures: PictureProviding {
  private let base: any PictureProviding
  private let memory: any ImageCaching

  /// Puts a memory tier in front of a pipeline.
  public init(over base: any PictureProviding, memory: any ImageCaching) {
    self.base = base
    self.memory = memory
  }

  /// What the tier has, else what the pipeline has.
  public func cachedImage(for request: ImageRequest) -> Bitmap? {
    memory.image(for: request.key) ?? base.cachedImage(for: request)
  }

  /// The picture, which is in the tier afterwards.
  public func image(for request: ImageRequest, priority: LoadPriority) async throws -> Bitmap {
    if let image = memory.image(for: request.key) { return image }
    let image = try await base.image(for: request, priority: priority)
    memory.insert(image, for: request.key)
    return image
  }

  /// Passed on.
  public func attach(_ screen: any ScreenListening) { base.attach(screen) }

  /// Passed on.
  public func show(_ image: Bitmap, for request: ImageRequest, afterVisible: Duration) {
    base.show(image, for: request, afterVisible: afterVisible)
  }

  /// Passed on.
  public func hide(_ request: ImageRequest) { base.hide(request) }

  /// Lets go of it here and in the pipeline.
  public func release(_ request: ImageRequest) {
    memory.remove(request.key)
    base.release(request)
  }

  /// Empties the tier, but for the half that may stay while the user is away for a moment, and
  /// passes the signal on.
  public func respond(to signal: MemorySignal) {
    memory.trim(toBytes: signal == .hidden ? memory.byteCount / 2 : 0)
    base.respond(to: signal)
  }
}
