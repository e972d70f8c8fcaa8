/// A decoded picture, ready to draw.
///
/// What it costs in memory is its rows, padding included: ``byteCount``, whatever the length of
/// the file that it came from. It never changes, and may be used from any thread.
public final class Bitmap: Sendable {
  /// The width and height, in pixels.
  public let size: PixelSize
  /// The distance from one row to the next, in bytes; zero for an empty picture.
  public let bytesPerRow: Int
  /// The memory that the picture takes, in bytes: ``bytesPerRow`` × height.
  ///
  /// Zero for an empty picture, `Int.max` where the product is larger.
  public let byteCount: Int

  private let pixels: any PixelProviding
  private let lifetime: (any AnyObject & Sendable)?

  /// A picture of the given size.
  ///
  /// - Parameters:
  ///   - size: The width and height, in pixels.
  ///   - bytesPerRow: The distance between rows, in bytes. By default that of
  ///     ``bytesPerRow(forWidth:)``; less than the pixels of a row take is raised to that.
  ///   - pixels: What the picture shows.
  ///   - lifetime: An object that lives at least as long as the picture. Where nobody else keeps
  ///     it, its end is the end of the picture, so a ledger can count the pictures in memory.
  public init(
    size: PixelSize, bytesPerRow: Int? = nil, pixels: any PixelProviding,
    lifetime: (any AnyObject & Sendable)? = nil
  ) {
    self.size = size
    self.pixels = pixels
    self.lifetime = lifetime
    guard !size.isEmpty else {
      self.bytesPerRow = 0
      byteCount = 0
      return
    }
    let shortest = size.width.multipliedOrMax(by: Pixel.byteCount)
    let wanted = bytesPerRow ?? Self.bytesPerRow(forWidth: size.width)
    self.bytesPerRow = max(shortest, wanted)
    byteCount = self.bytesPerRow.multipliedOrMax(by: size.height)
  }

  /// The pixel in column `x` from the left and row `y` from the top, both counted from zero.
  ///
  /// - Returns: The pixel; nil outside the picture.
  public func pixel(x: Int, y: Int) -> Pixel? {
    guard x >= 0, x < size.width, y >= 0, y < size.height else { return nil }
    return pixels.pixel(x: x, y: y)
  }

  /// The usual distance between rows: four bytes a pixel, padded to a multiple of 64.
  ///
  /// - Parameter width: The width, in pixels.
  /// - Returns: Bytes; zero for a width below one, `Int.max` where the distance is larger.
  public static func bytesPerRow(forWidth width: Int) -> Int {
    guard width > 0 else { return 0 }
    let (padded, overflow) = width.multipliedOrMax(by: Pixel.byteCount).addingReportingOverflow(63)
    return overflow ? .max : padded & ~63
  }
}
