public import Vocabulary

/// A photo that exists by its number: what the server of the simulation sends, and what a cell
/// has to show.
///
/// Its file is a short header and filler of a realistic length. Its pixels are computed, and each
/// small patch of them names the photo, the size at which it was decoded and its own place, so
/// that ``ShownPicture`` tells the right picture from a wrong, stretched or half one.
public struct SyntheticPhoto: Hashable, Sendable {
  /// Which photo.
  public let id: UInt32
  /// The size of the stored pixels, before they are turned. Each side is in 0...65,535.
  public let size: PixelSize
  /// How the stored pixels have to be turned before they are shown.
  public let orientation: Orientation

  /// The longest side that a file can have, in pixels: that of a JPEG, which keeps 16 bits.
  public static let longestSide: Int = 65_535

  /// The photo of that number.
  ///
  /// - Parameters:
  ///   - id: Which photo.
  ///   - size: The stored size, in pixels. A side outside 0...65,535 becomes the nearest bound. A
  ///     file without pixels can be made, and no decoder takes it.
  ///   - orientation: How it has to be turned.
  public init(id: UInt32, size: PixelSize, orientation: Orientation = .up) {
    func bounded(_ side: Int) -> Int { min(max(side, 0), Self.longestSide) }
    self.id = id
    self.size = PixelSize(width: bounded(size.width), height: bounded(size.height))
    self.orientation = orientation
  }

  /// The size at which the photo is shown where nothing bounds it.
  public var displayedSize: PixelSize {
    ImageProperties(storedSize: size, orientation: orientation).displayedSize
  }

  /// The same photo as a server that resizes sends it; never enlarged.
  ///
  /// - Parameter maxPixelSize: The upper bound for the longer side, in pixels.
  /// - Returns: A photo with the same number and orientation.
  public func resized(maxPixelSize: Int) -> SyntheticPhoto {
    let size = size.fitting(maxPixelSize: maxPixelSize)
    return SyntheticPhoto(id: id, size: size, orientation: orientation)
  }
}

extension SyntheticPhoto: CustomStringConvertible {
  /// The number and the size: `photo 7 4000×3000`.
  public var description: String { "photo \(id) \(size)" }
}
