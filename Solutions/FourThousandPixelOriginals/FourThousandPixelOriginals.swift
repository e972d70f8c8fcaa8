public import Foundation
public import Vocabulary

/// How to decode an original for the place where it is shown: never more pixels than that place
/// has, and never the whole original in memory on the way.
///
/// A photo of 4000 × 3000 pixels is 48 MB of bitmap, whatever its file measures; at 360 pixels
/// the same row takes a hundredth. So three bounds hold, each before the bytes that it is about:
/// the server is asked for a size (``ImageServer``), the body is cut off at a limit
/// (``BodyLimit``), and the decoder is told the size of the place, in pixels.
public struct DecodePlan: Hashable, Sendable {
  /// How a picture lies in its place.
  public enum Mode: Hashable, Sendable {
    /// All of the picture is seen, and the place may keep a margin.
    case fit
    /// All of the place is covered, and the picture may be cut.
    case fill
  }

  /// The size of the decoded picture, upright, in pixels.
  public let size: PixelSize
  /// The bound that gets a decoder to this size: the longer side, in pixels.
  public var maxPixelSize: Int { max(size.width, size.height) }
  /// What the decoded picture takes, in bytes.
  public let byteCount: Int
  /// The most that the decode has in memory at once, in bytes: the result and a strip of the
  /// original.
  public let peakByteCount: Int

  /// The plan for an original that is bounded by the longer side, as a key bounds it.
  ///
  /// - Parameters:
  ///   - properties: What the header of the original says. A photo that lies on its side is
  ///     planned as it is shown, with its sides swapped.
  ///   - maxPixelSize: The bound for the longer side, in pixels. Nothing is enlarged to meet it.
  ///   - stripRows: How many rows of the original a decoder reads at once. A JPEG comes in rows
  ///     of blocks, 16 pixels high at the most.
  public init(_ properties: ImageProperties, maxPixelSize: Int, stripRows: Int = 16) {
    size = properties.displayedSize.fitting(maxPixelSize: maxPixelSize)
    byteCount = Self.bytes(size)
    let stored = properties.storedSize
    let strip = PixelSize(width: stored.width, height: min(max(1, stripRows), stored.height))
    let (peak, overflow) = byteCount.addingReportingOverflow(size.isEmpty ? 0 : Self.bytes(strip))
    peakByteCount = overflow ? .max : peak
  }

  /// The plan for an original in a place of its own shape.
  ///
  /// Which side of the place is the tight one depends on both shapes: a wide photo in a tall place
  /// is bounded by the width, though its height is the place's longer side.
  ///
  /// - Parameters:
  ///   - properties: What the header of the original says.
  ///   - place: The size of the place, in pixels; see ``pixels(width:height:scale:)``.
  ///   - mode: How the picture lies in its place.
  ///   - stripRows: How many rows of the original a decoder reads at once.
  public init(
    _ properties: ImageProperties, place: PixelSize, mode: Mode = .fit, stripRows: Int = 16
  ) {
    let bound = Self.bound(of: properties.displayedSize, in: place, mode)
    self.init(properties, maxPixelSize: bound, stripRows: stripRows)
  }

  /// How many plans of a queue may start now, those that wait for longest first, where the bytes
  /// of all decodes side by side are limited and their number is not.
  ///
  /// - Parameters:
  ///   - waiting: The plans, in the order in which they came. None overtakes another.
  ///   - running: What the running decodes may take together, in bytes.
  ///   - limit: The most that all decodes may take, in bytes. A plan above it runs alone.
  /// - Returns: The number of plans from the start of the queue.
  public static func startable(_ waiting: [DecodePlan], running: Int, limit: Int) -> Int {
    var room = max(0, limit) - min(max(0, running), max(0, limit))
    var count = 0
    for plan in waiting {
      let isAlone = running <= 0 && count == 0
      guard plan.peakByteCount <= room || isAlone else { break }
      room = max(0, room - plan.peakByteCount)
      count += 1
    }
    return count
  }

  /// The size of a place in pixels: points × scale, rounded up so that no pixel is left blank.
  ///
  /// Points are not pixels: 120 points are 360 pixels on a screen of scale 3.
  ///
  /// - Parameters:
  ///   - width: The width, in points.
  ///   - height: The height, in points.
  ///   - scale: Pixels for each point.
  /// - Returns: Pixels; empty where a value is not positive and finite.
  public static func pixels(width: Double, height: Double, scale: Double) -> PixelSize {
    func pixels(_ points: Double) -> Int {
      // A hundredth of a pixel more is a rounding error of the layout, and no pixel.
      Int(exactly: (points * scale - 0.01).rounded(.up)) ?? 0
    }
    return PixelSize(width: max(0, pixels(width)), height: max(0, pixels(height)))
  }

  /// The bound for the longer side, so that the picture lies in the place as the mode says.
  private static func bound(of picture: PixelSize, in place: PixelSize, _ mode: Mode) -> Int {
    guard !picture.isEmpty, !place.isEmpty else { return 0 }
    let longer = max(picture.width, picture.height)
    /// The longer side where one side becomes `length`, and `longer` where that would enlarge.
    func bound(_ side: Int, becoming length: Int) -> Int {
      guard length < side else { return longer }
      let product = longer.multipliedFullWidth(by: length)
      let (quotient, remainder) = side.dividingFullWidth(product)
      return mode == .fill && remainder > 0 ? quotient + 1 : max(1, quotient)
    }
    let byWidth = bound(picture.width, becoming: place.width)
    let byHeight = bound(picture.height, becoming: place.height)
    return mode == .fit ? min(byWidth, byHeight) : max(byWidth, byHeight)
  }

  private static func bytes(_ size: PixelSize) -> Int {
    guard !size.isEmpty else { return 0 }
    let row = Bitmap.bytesPerRow(forWidth: size.width)
    let (product, overflow) = row.multipliedReportingOverflow(by: size.height)
    return overflow ? .max : product
  }
}

/// Which sizes are told apart: one decode and one place in memory for all sizes of a bucket.
///
/// Rows that are laid out a pixel apart, 359 and 360, would otherwise be two decodes.
public struct SizeBuckets: Hashable, Sendable {
  /// Buckets end at the multiples of this, in pixels.
  public let step: Int

  /// Buckets that end at the multiples of a step; less than one is one.
  public init(step: Int = 30) {
    self.step = max(1, step)
  }

  /// The end of the bucket of a size: not smaller, so that nothing is enlarged on screen.
  ///
  /// - Returns: Pixels; zero for a size below one.
  public func size(for maxPixelSize: Int) -> Int {
    guard maxPixelSize > 0 else { return 0 }
    let missing = step - 1 - (maxPixelSize - 1) % step
    let (size, overflow) = maxPixelSize.addingReportingOverflow(missing)
    return overflow ? .max : size
  }

  /// The key of the same photo at the end of its bucket.
  public func key(for key: ImageKey) -> ImageKey {
    key.resized(to: size(for: key.maxPixelSize))
  }
}

/// What the server can do about sizes: the cheapest decode is that of a picture which already
/// came in the right size.
public enum ImageServer: Hashable, Sendable {
  /// It sends what it has. A parameter would change nothing but the key, and the same file would
  /// be downloaded and stored once for each size.
  case sendsOriginals
  /// It resizes to the size that a parameter of the query names.
  ///
  /// - sizes: The sizes that it knows, for the longer side, in pixels. None means any.
  case resizes(parameter: String, sizes: [Int])

  /// The URL to ask for, which is the key of the disk tier too.
  ///
  /// The nearest size that is not smaller, in the parameter's own place where it is there already,
  /// else at the end. All other parameters stay as they are and where they are, so that one size
  /// of one photo has one URL.
  ///
  /// - Parameters:
  ///   - original: The URL of the photo.
  ///   - maxPixelSize: The size that is needed, for the longer side, in pixels.
  /// - Returns: The URL; the original's where no size is large enough or none is needed.
  public func url(for original: URL, maxPixelSize: Int) -> URL {
    guard case .resizes(let parameter, let sizes) = self, maxPixelSize > 0,
      let size = sizes.isEmpty ? maxPixelSize : sizes.filter({ $0 >= maxPixelSize }).min()
    else { return original }
    // On the text, percent-encoded as it is: to decode and encode again would change signed
    // parameters, and takes longer than all the rest of a look-up in memory.
    let text = original.absoluteString
    let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
    let mark = text.utf8[..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
    let query = text[mark..<end].dropFirst()
    var items = query.isEmpty ? [] : query.split(separator: "&", omittingEmptySubsequences: false)
    let isOurs = { (item: Substring) in Self.isNamed(item, parameter) }
    let place = items.firstIndex(where: isOurs) ?? items.endIndex
    items.removeAll(where: isOurs)
    items.insert("\(Self.encoded(parameter))=\(size)", at: place)
    let asked = items.joined(separator: "&")
    return URL(string: "\(text[..<mark])?\(asked)\(text[end...])") ?? original
  }

  /// Whether an item of a query has a name, which may be written with percent signs.
  private static func isNamed(_ item: Substring, _ name: String) -> Bool {
    let written = item.prefix { $0 != "=" }
    return written == name || written.contains("%") && written.removingPercentEncoding == name
  }

  private static func encoded(_ name: String) -> String {
    // Nearly all names are plain, and need no set.
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    if name.utf8.allSatisfy(letters.contains) { return name }
    let allowed = CharacterSet.urlQueryAllowed.subtracting(CharacterSet(charactersIn: "&=+;"))
    return name.addingPercentEncoding(withAllowedCharacters: allowed) ?? name
  }
}

/// The most bytes of a body that are ever held: what is larger is refused at the header where it
/// is declared, and at the byte that passes the limit where it is not.
///
/// A small bitmap at the end is no help where the body on the way to it was too large for the
/// device.
public struct BodyLimit: Hashable, Sendable {
  /// The limit, in bytes.
  public let byteCount: Int

  /// A limit in bytes; less than zero is zero.
  public init(byteCount: Int) {
    self.byteCount = max(0, byteCount)
  }

  /// Reads a body to its end.
  ///
  /// Refusing it ends the transfer as soon as the caller drops the response too.
  ///
  /// - Parameter response: The answer of the server. Its status is not looked at.
  /// - Returns: All bytes of the body.
  /// - Throws: ``TransportError/bodyTooLarge(limit:)``; ``TransportError/connectionLost`` where
  ///   the body is not as long as was declared; the error that ended the body;
  ///   `CancellationError` where the calling task is cancelled.
  public func read(_ response: TransportResponse) async throws -> EncodedImage {
    let declared = response.declaredLength
    if let declared, declared > byteCount { throw TransportError.bodyTooLarge(limit: byteCount) }
    var bytes = Data()
    for try await chunk in response.body {
      guard chunk.count <= byteCount - bytes.count else {
        throw TransportError.bodyTooLarge(limit: byteCount)
      }
      bytes.append(chunk)
    }
    // The body of a cancelled reader ends without an error, and is not whole.
    try Task.checkCancellation()
    if let declared, declared != bytes.count { throw TransportError.connectionLost }
    return EncodedImage(bytes)
  }
}
