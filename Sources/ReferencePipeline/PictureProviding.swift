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

  /// Tells a screen from now on what becomes of pictures while they are shown, for as long as the
  /// screen lives. It is held weakly.
  func attach(_ screen: any ScreenListening)

  /// Notes that a place on the screen shows a picture, so long after it became visible.
  ///
  /// To be followed by ``hide(_:)`` for that place.
  func show(_ image: Bitmap, for request: ImageRequest, afterVisible: Duration)

  /// Notes that a place on the screen shows the picture no more.
  func hide(_ request: ImageRequest)

  /// Lets go of a decoded picture that is not needed soon, in memory and nowhere else.
  func release(_ request: ImageRequest)

  /// Gives memory back, all of it before this returns, and has all screens that are attached do
  /// the same. To be called once for a signal.
  func respond(to signal: MemorySignal)
}
