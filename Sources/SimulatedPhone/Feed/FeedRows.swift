import Foundation
public import Vocabulary

/// The rows of a feed, each made when it is asked for.
///
/// Nothing is kept for a row, so that a feed of any length takes no memory by itself. Equal numbers
/// have to give equal rows. Rows that exist already are passed as an array: ``init(_:)``.
///
/// ```swift
/// let rows = FeedRows.numbered(100_000, maxPixelSize: 360)
/// let key = rows[7].key
/// ```
public struct FeedRows: RandomAccessCollection, Sendable {
  private let row: @Sendable (Int) -> FeedRow
  /// How many rows there are.
  public let count: Int

  /// Rows that are made on demand.
  ///
  /// - Parameters:
  ///   - count: How many rows; less than zero is zero.
  ///   - row: Makes the row of a number from zero on. Called each time that the row is asked for,
  ///     on any thread.
  public init(count: Int, row: @escaping @Sendable (Int) -> FeedRow) {
    self.count = Swift.max(count, 0)
    self.row = row
  }

  /// Rows that are there already.
  public init(_ rows: [FeedRow]) {
    self.init(count: rows.count) { rows[$0] }
  }

  /// Zero.
  public var startIndex: Int { 0 }
  /// The number behind the last row.
  public var endIndex: Int { count }

  /// The row of a number, which has to be one of ``indices``. Makes it anew.
  public subscript(number: Int) -> FeedRow {
    precondition(indices.contains(number), "row \(number) of \(count)")
    return row(number)
  }
}

extension FeedRows {
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
  ) -> FeedRows {
    FeedRows(count: count) { number in
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
