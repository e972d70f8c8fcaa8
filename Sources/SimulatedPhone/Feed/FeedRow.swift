import Foundation
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
  /// Rows that show one photo each: number n at `https://photos.example/p/n`.
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
    (0..<max(count, 0)).map { number in
      FeedRow(
        key: ImageKey(url: url(of: number), maxPixelSize: maxPixelSize),
        photo: SyntheticPhoto(
          id: UInt32(truncatingIfNeeded: number), size: size, orientation: orientation))
    }
  }

  private static func url(of number: Int) -> URL {
    let path = "/p/\(number)"
    return URL(string: "https://photos.example\(path)") ?? URL(fileURLWithPath: path)
  }
}
