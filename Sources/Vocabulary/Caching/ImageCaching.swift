/// The memory tier: decoded pictures by URL and pixel size.
///
/// All of it is synchronous, so that a cell can draw a hit in the frame in which it is bound. May
/// be called from any thread; nothing is called out, and nothing waits for a load or a decode.
public protocol ImageCaching: Sendable {
  /// The picture that is held for exactly this key, which counts as a use of it; nil otherwise.
  ///
  /// Never a picture of another size of the same photo.
  func image(for key: ImageKey) -> Bitmap?

  /// Takes a picture in, in place of the one that is held for the key.
  ///
  /// Other pictures may go for it. It may be refused, for example where it alone is larger than
  /// the budget; the old one for the key is gone all the same.
  func insert(_ image: Bitmap, for key: ImageKey)

  /// Lets go of the picture for the key, and of no other size. Nothing happens without one.
  func remove(_ key: ImageKey)

  /// Lets go of pictures until ``byteCount`` is at most `limit`, in bytes.
  ///
  /// The budget stays what it is. A limit of zero or less empties the tier.
  func trim(toBytes limit: Int)

  /// What the tier holds, in bytes: the sum of ``Bitmap/byteCount`` over its pictures.
  var byteCount: Int { get }
}
