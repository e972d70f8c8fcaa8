public import Foundation

/// Which picture, and how large: the key of the memory tier and of work in flight.
///
/// Two keys are equal exactly where the absolute strings of their URLs and their sizes are equal.
/// URLs are not normalised: `/p/7` and `/p/7?` are two pictures, and so are two orders of the
/// same query.
///
/// A key hashes its URL once, when it is made. Copies, and the same photo at another size by
/// ``resized(to:)``, share that work, so a look-up costs constant time whatever the length of
/// the URL; only two keys that were made apart from each other compare their strings. Copying a
/// key costs one retain.
public struct ImageKey: Sendable {
  let address: Address

  /// The upper bound for the longer side of the picture, in pixels.
  ///
  /// Any value is kept as it was given; below one, the picture is empty.
  public let maxPixelSize: Int

  /// The key of the picture at `url`, at most `maxPixelSize` pixels long and wide.
  ///
  /// Linear in the length of the URL.
  public init(url: URL, maxPixelSize: Int) {
    self.init(address: Address(url), maxPixelSize: maxPixelSize)
  }

  private init(address: Address, maxPixelSize: Int) {
    self.address = address
    self.maxPixelSize = maxPixelSize
  }

  /// Where the encoded picture comes from: the key of the disk tier.
  public var url: URL { address.url }

  /// A hash of the key for tables of one's own, without the cost of a `Hasher`.
  ///
  /// Equal keys have equal ones within a process; they differ between processes. All of its bits
  /// are mixed, so any of them may pick a bucket. It is made of the hash of the URL, which was
  /// computed with the key: a few instructions, whatever the length of the URL.
  public var tableHash: Int {
    // Neighbouring sizes end up far apart: the odd number is 2⁶⁴ divided by the golden ratio. The
    // shift brings the high bits of the sum, which depend on all others, down to the low ones.
    let spread = UInt(bitPattern: maxPixelSize) &* 0x9E37_79B9_7F4A_7C15
    let sum = UInt(bitPattern: address.hash) &+ spread
    return Int(bitPattern: sum ^ (sum >> 32))
  }

  /// The key of the same photo at another size, in pixels. Constant time.
  public func resized(to maxPixelSize: Int) -> ImageKey {
    ImageKey(address: address, maxPixelSize: maxPixelSize)
  }
}

extension ImageKey: Hashable {
  /// Whether both keys stand for the same photo at the same size.
  public static func == (lhs: ImageKey, rhs: ImageKey) -> Bool {
    lhs.maxPixelSize == rhs.maxPixelSize && lhs.address.isSame(as: rhs.address)
  }

  /// Feeds the hash that was computed when the key was made, and the size.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(address.hash)
    hasher.combine(maxPixelSize)
  }
}

extension ImageKey: CustomStringConvertible {
  /// The path, the query and the size, as timelines print them: `/p/7 @360`.
  public var description: String {
    let url = address.url.absoluteURL
    let path = url.path(percentEncoded: true)
    let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
    return "\(path.isEmpty ? "/" : path)\(query) @\(maxPixelSize)"
  }
}
