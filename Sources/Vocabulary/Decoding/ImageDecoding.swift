/// Turns encoded bytes into a picture that is ready to draw.
///
/// May be called from any task, several times at once. It limits nothing by itself: the caller
/// decides how many bytes of pictures may be in the making.
public protocol ImageDecoding: Sendable {
  /// What the header says. No pixel is decoded; constant time.
  ///
  /// - Throws: ``ImageDecodingError`` where there is no whole header. A good header does not
  ///   promise that the rest is there.
  func properties(of image: EncodedImage) throws(ImageDecodingError) -> ImageProperties

  /// Decodes a picture, upright and at the size at which it will be shown.
  ///
  /// Time grows with the stored pixels. The peak of memory is the result and a strip of the
  /// original: the whole original is in memory only where the bound asks for all of it.
  ///
  /// - Parameters:
  ///   - image: The bytes. All must be there: half a picture is an error, not a grey half.
  ///   - maxPixelSize: The upper bound for the longer side, in pixels.
  /// - Returns: A picture of the size ``PixelSize/fitting(maxPixelSize:)`` of
  ///   ``ImageProperties/displayedSize``, so never an enlarged one.
  /// - Throws: ``ImageDecodingError``, or `CancellationError` where the calling task is cancelled
  ///   before the picture is done.
  func decode(_ image: EncodedImage, maxPixelSize: Int) async throws -> Bitmap
}
