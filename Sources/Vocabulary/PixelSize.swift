/// The width and height of a picture, in pixels.
///
/// Any values are kept as they were given. A size with a side below one is empty: it has no
/// pixels.
public struct PixelSize: Hashable, Codable, Sendable {
  /// From left to right, in pixels.
  public var width: Int
  /// From top to bottom, in pixels.
  public var height: Int

  /// A size with the given sides, in pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The size without pixels.
  public static let zero = PixelSize(width: 0, height: 0)

  /// Whether there is no pixel.
  public var isEmpty: Bool { width < 1 || height < 1 }

  /// The number of pixels; zero for an empty size, `Int.max` where the product is larger.
  public var pixelCount: Int {
    isEmpty ? 0 : width.multipliedOrMax(by: height)
  }

  /// The size after a quarter turn.
  public var swappingSides: PixelSize { PixelSize(width: height, height: width) }
}

extension PixelSize {
  /// The size at which this picture is shown where neither side may exceed a bound.
  ///
  /// The aspect ratio stays and nothing is enlarged: a picture within the bound keeps its size.
  /// Otherwise the longer side becomes the bound, and the shorter one is rounded to the nearest
  /// pixel, a half up, but never below one. The result is exact for sides of any length.
  ///
  /// - Parameter maxPixelSize: The bound, in pixels.
  /// - Returns: The fitting size; ``zero`` where this size is empty or the bound below one.
  public func fitting(maxPixelSize: Int) -> PixelSize {
    guard !isEmpty, maxPixelSize > 0 else { return .zero }
    let longer = max(width, height)
    guard longer > maxPixelSize else { return self }
    func scaled(_ side: Int) -> Int {
      // At most `maxPixelSize`, since no side is longer than `longer`: the quotient fits.
      let (quotient, remainder) = longer.dividingFullWidth(
        side.multipliedFullWidth(by: maxPixelSize))
      let roundsUp = remainder >= longer - remainder
      return max(1, roundsUp ? quotient + 1 : quotient)
    }
    return PixelSize(width: scaled(width), height: scaled(height))
  }
}

extension PixelSize: CustomStringConvertible {
  /// Width and height: `360×270`.
  public var description: String { "\(width)×\(height)" }
}
