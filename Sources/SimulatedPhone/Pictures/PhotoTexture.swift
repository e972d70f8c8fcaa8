import Vocabulary

/// What a photo looks like once it is decoded at a size.
///
/// The 24 bits of a pixel are: two that say which quarter of the message this is, sixteen of the
/// message (upper and lower half of the number, width, height), and six that depend on the place
/// and on all of the message. Quarters follow each other along a row, so any four pixels in a row
/// tell the whole message, and each pixel proves its place to 1 in 64.
struct PhotoTexture: PixelProviding, Hashable {
  let id: UInt32
  /// The size at which the photo was decoded; the sides fit 16 bits.
  let size: PixelSize

  init(id: UInt32, size: PixelSize) {
    self.id = id
    self.size = size
  }

  func pixel(x: Int, y: Int) -> Pixel {
    let quarter = (y &* size.width &+ x) & 3
    return Mark(quarter: quarter, piece: piece(quarter), proof: proof(x: x, y: y)).pixel
  }

  private func piece(_ quarter: Int) -> UInt16 {
    switch quarter {
    case 0: UInt16(truncatingIfNeeded: id >> 16)
    case 1: UInt16(truncatingIfNeeded: id)
    case 2: UInt16(truncatingIfNeeded: size.width)
    default: UInt16(truncatingIfNeeded: size.height)
    }
  }

  private func proof(x: Int, y: Int) -> UInt8 {
    var hash = UInt64(id) << 32 | UInt64(UInt32(truncatingIfNeeded: size.width << 16 ^ size.height))
    hash ^= UInt64(truncatingIfNeeded: y << 16 ^ x) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
    return UInt8(hash >> 58)
  }

  /// What one pixel says.
  struct Mark: Hashable {
    var quarter: Int
    var piece: UInt16
    var proof: UInt8

    init(quarter: Int, piece: UInt16, proof: UInt8) {
      self.quarter = quarter
      self.piece = piece
      self.proof = proof
    }

    /// Reads a pixel; any solid one can be read.
    init?(_ pixel: Pixel) {
      guard pixel.alpha == 255 else { return nil }
      let bits = UInt32(pixel.red) << 16 | UInt32(pixel.green) << 8 | UInt32(pixel.blue)
      quarter = Int(bits >> 22)
      piece = UInt16(truncatingIfNeeded: bits >> 6)
      proof = UInt8(bits & 63)
    }

    var pixel: Pixel {
      let bits = UInt32(quarter) << 22 | UInt32(piece) << 6 | UInt32(proof)
      return Pixel(
        red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
        blue: UInt8(truncatingIfNeeded: bits))
    }
  }
}
