public import Vocabulary

/// A row of a feed: what its cell is bound to, and what has to be seen there.
public struct FeedRow: Hashable, Sendable {
  /// What the cell is bound to; nil for a row without a picture.
  public var key: ImageKey?
  /// The photo that stands behind the key.
  public var photo: SyntheticPhoto

  /// A row that shows that photo under that key.
  public init(key: ImageKey?, photo: SyntheticPhoto) {
    self.key = key
    self.photo = photo
  }

  /// The size at which the photo has to be seen, in pixels.
  public var expectedSize: PixelSize {
    photo.displayedSize.fitting(maxPixelSize: key?.maxPixelSize ?? 0)
  }
}

extension FeedRow {
  /// The rows of ``FeedRows/numbered(_:maxPixelSize:size:orientation:)``, all at once: some 500
  /// bytes for each.
  ///
  /// - Parameters:
  ///   - count: How many rows.
  ///   - maxPixelSize: The size of the pictures, in pixels.
  ///   - size: The size of the photos on the server, in pixels.
  ///   - orientation: How the photos have to be turned.
  /// - Returns: The rows, with photos from 0 on.
  public static func numbered(
    _ count: Int, maxPixelSize: Int, size: PixelSize = PixelSize(width: 4000, height: 3000),
    orientation: Orientation = .up
  ) -> [FeedRow] {
    Array(
      FeedRows.numbered(count, maxPixelSize: maxPixelSize, size: size, orientation: orientation))
  }
}
