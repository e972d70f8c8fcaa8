public import Vocabulary

/// Where a screen gets its pictures from: a pipeline, or one that it is compared with.
///
/// May be used from any thread and task, unless a conformer says otherwise.
public protocol PictureProviding: Sendable {
  /// The picture that can be drawn in this very frame; nil where it has to be loaded.
  func cachedImage(for request: ImageRequest) -> Bitmap?

  /// The picture, from wherever it is cheapest.
  ///
  /// - Throws: Why there is none; `CancellationError` where the calling task is cancelled.
  func image(for request: ImageRequest, priority: LoadPriority) async throws -> Bitmap

  /// Notes that a place on the screen shows a picture, so long after it became visible.
  ///
  /// To be followed by ``hide(_:)`` for that place.
  func show(_ image: Bitmap, for request: ImageRequest, afterVisible: Duration)

  /// Notes that a place on the screen shows the picture no more.
  func hide(_ request: ImageRequest)

  /// Gives memory back, all of it before this returns.
  func respond(to signal: MemorySignal)
}
