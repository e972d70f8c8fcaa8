import Vocabulary

/// Reads what a picture shows, from samples that are spread over it.
///
/// The samples lie at places that look random and are the same in each run: a regular lattice
/// could meet only one quarter of the message.
struct PictureReader {
  private let picture: Bitmap
  private static let sampleCount = 64
  /// No picture of ours comes near, and products of two such sides fit in a number.
  private static let longestSide = 1 << 24

  init(_ picture: Bitmap) {
    self.picture = picture
  }

  func read() -> ShownPicture {
    guard isReadable else { return .foreign }
    let rows = firstMissingRow
    guard rows > 0, let texture = message(rows: rows) else { return .foreign }
    if texture.size == picture.size {
      guard isWhole(texture, rows: rows) else { return .foreign }
      return rows == picture.size.height
        ? .photo(id: texture.id, size: texture.size)
        : .half(id: texture.id, size: texture.size, rows: rows)
    }
    guard rows == picture.size.height, isScaled(texture) else { return .foreign }
    let isEnlarged =
      texture.size.width < picture.size.width || texture.size.height < picture.size.height
    return isEnlarged
      ? .stretched(id: texture.id, from: texture.size)
      : .shrunk(id: texture.id, from: texture.size)
  }

  /// Whether the picture is this photo, decoded at the size of the picture; cheaper than reading.
  func shows(id: UInt32) -> Bool {
    guard isReadable else { return false }
    return isWhole(PhotoTexture(id: id, size: picture.size), rows: picture.size.height)
  }

  private var isReadable: Bool {
    !picture.size.isEmpty && max(picture.size.width, picture.size.height) <= Self.longestSide
  }

  // MARK: Samples

  private func samples(rows: Int) -> some Sequence<(x: Int, y: Int)> {
    let width = picture.size.width
    let count = min(Self.sampleCount, width * rows)
    let isSmall = width * rows <= Self.sampleCount
    return (0..<count).lazy.map { number in
      if isSmall { return (number % width, number / width) }
      // The corners first: the last row and column are where a decoder is wrong by one.
      if number < 4 { return (number & 1 == 0 ? 0 : width - 1, number & 2 == 0 ? 0 : rows - 1) }
      var hash = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
      hash = (hash ^ hash >> 31) &* 0xBF58_476D_1CE4_E5B9
      return (Int(hash >> 40) % width, Int(hash >> 16 & 0xFF_FFFF) % rows)
    }
  }

  /// The message, where all samples agree on it and no quarter is missing.
  private func message(rows: Int) -> PhotoTexture? {
    var pieces: [UInt16?] = [nil, nil, nil, nil]
    for (x, y) in samples(rows: rows) {
      guard let mark = picture.pixel(x: x, y: y).flatMap(PhotoTexture.Mark.init) else { return nil }
      if let known = pieces[mark.quarter], known != mark.piece { return nil }
      pieces[mark.quarter] = mark.piece
    }
    guard let upper = pieces[0], let lower = pieces[1], let width = pieces[2],
      let height = pieces[3], width > 0, height > 0
    else { return nil }
    return PhotoTexture(
      id: UInt32(upper) << 16 | UInt32(lower),
      size: PixelSize(width: Int(width), height: Int(height)))
  }

  private func isWhole(_ texture: PhotoTexture, rows: Int) -> Bool {
    samples(rows: rows).allSatisfy { x, y in
      picture.pixel(x: x, y: y) == texture.pixel(x: x, y: y)
    }
  }

  /// Whether the samples come from the right places of the texture.
  ///
  /// Ways to scale differ in which pixel of the source they take, so any of the usual ones will
  /// do. A tenth of the samples may be off.
  private func isScaled(_ texture: PhotoTexture) -> Bool {
    var hits = 0
    var count = 0
    for (x, y) in samples(rows: picture.size.height) {
      count += 1
      let pixel = picture.pixel(x: x, y: y)
      let columns = Self.sources(of: x, in: picture.size.width, from: texture.size.width)
      let rows = Self.sources(of: y, in: picture.size.height, from: texture.size.height)
      let isThere = rows.contains { row in
        columns.contains { texture.pixel(x: $0, y: row) == pixel }
      }
      if isThere { hits += 1 }
    }
    return hits * 10 >= count * 9
  }

  /// Where a pixel may come from: counted from its edge, from its middle, or between the ends.
  private static func sources(of place: Int, in side: Int, from source: Int) -> Set<Int> {
    let edge = place * source / side
    let middle = (2 * place + 1) * source / (2 * side)
    let ends = side > 1 ? place * (source - 1) / (side - 1) : 0
    let all = [edge, middle, ends].flatMap { [$0 - 1, $0, $0 + 1] }
    return Set(all.filter { $0 >= 0 && $0 < source })
  }

  /// The number of rows above the grey part, all of them where there is none.
  private var firstMissingRow: Int {
    var low = 0
    var high = picture.size.height
    guard isMissing(high - 1) else { return high }
    while low < high {
      let middle = (low + high) / 2
      if isMissing(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Four pixels in a row are never all grey by chance, since they hold four quarters.
  private func isMissing(_ y: Int) -> Bool {
    (0..<min(4, picture.size.width)).allSatisfy { picture.pixel(x: $0, y: y) == .missing }
  }
}
