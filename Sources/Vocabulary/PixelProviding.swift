/// Computes the pixels of a picture on demand, in place of a buffer that holds them.
///
/// A simulated photo of 48 MB costs nothing this way, and each of its pixels can still prove
/// which photo it is.
public protocol PixelProviding: Sendable {
  /// The pixel in column `x` from the left and row `y` from the top, both counted from zero.
  ///
  /// A ``Bitmap`` asks only for places inside it. The answer for a place never changes. It is
  /// called from any thread, at once.
  func pixel(x: Int, y: Int) -> Pixel
}
