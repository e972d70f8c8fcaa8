/// The platform's other ways from bytes to a picture, each with its price.
///
/// ``ImageDecoding`` decodes away from the caller and is what a pipeline wants. These are what a
/// pipeline meets besides: a picture that looks ready and is not (`UIImage(data:)`), a decode on
/// the spot, and the step that turns the first into a second, decoded picture
/// (`byPreparingForDisplay()`). May be called from any thread.
public protocol ImageOpening: Sendable {
  /// A picture whose pixels are decoded when the first of them is read.
  ///
  /// Only the header is looked at here; constant time. Whoever reads a pixel first, a frame that
  /// is drawn on the main actor for one, decodes all of them and waits for that. Where the body
  /// turns out to be unusable the picture is clear.
  ///
  /// - Parameters:
  ///   - image: The bytes.
  ///   - maxPixelSize: The upper bound for the longer side, in pixels.
  /// - Returns: A picture of the size that ``ImageDecoding/decode(_:maxPixelSize:)`` gives.
  /// - Throws: ``ImageDecodingError`` where there is no whole header.
  func open(_ image: EncodedImage, maxPixelSize: Int) throws(ImageDecodingError) -> Bitmap

  /// Decodes a picture on the calling thread, which is busy until it is done.
  ///
  /// - Parameters:
  ///   - image: The bytes.
  ///   - maxPixelSize: The upper bound for the longer side, in pixels.
  /// - Returns: A picture that is ready to draw.
  /// - Throws: ``ImageDecodingError``.
  func decodeNow(_ image: EncodedImage, maxPixelSize: Int) throws(ImageDecodingError) -> Bitmap

  /// A decoded picture that shows the same as a given one, made away from the caller.
  ///
  /// - Parameter picture: A picture that ``open(_:maxPixelSize:)`` returned. It stays as it is:
  ///   to draw it costs a decode now as before.
  /// - Returns: Another picture, ready to draw; the given one where that is decoded already or
  ///   was not opened here.
  /// - Throws: ``ImageDecodingError``, or `CancellationError` where the calling task is cancelled
  ///   before the picture is done.
  func prepare(_ picture: Bitmap) async throws -> Bitmap
}
