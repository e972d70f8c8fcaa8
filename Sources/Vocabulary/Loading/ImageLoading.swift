/// Turns a key into the picture that it stands for, from wherever it is cheapest.
///
/// May be called from any task, many times at once and for one key.
public protocol ImageLoading: Sendable {
  /// The picture for a key, decoded and ready to draw.
  ///
  /// Its longer side has at most ``ImageKey/maxPixelSize`` pixels, its aspect ratio is that of
  /// the photo, and it is never enlarged.
  ///
  /// - Throws: The error of the load, to each caller that waits for it, and to no later one;
  ///   `CancellationError` where the calling task is cancelled, at once or when the load ends.
  ///   A caller that is cancelled changes nothing for others that wait for the same key.
  func image(for key: ImageKey) async throws -> Bitmap
}
