public import Vocabulary

/// How long a decode takes, in virtual time.
///
/// Cost follows the stored pixels, since all of them are read whatever size is wanted. Decodes
/// do not slow each other down: a device has a core for each, as many as there are.
public struct DecodeCost: Hashable, Sendable {
  /// For a million stored pixels.
  public var perMegapixel: Duration
  /// For any picture, however small: set-up, and reading the header.
  public var perPicture: Duration

  /// A cost of the given parts. Negative ones count as none.
  public init(perMegapixel: Duration, perPicture: Duration = .microseconds(100)) {
    self.perMegapixel = perMegapixel
    self.perPicture = perPicture
  }

  /// The whole cost of a picture with that many stored pixels.
  public func duration(for size: PixelSize) -> Duration {
    max(perPicture, .zero) + max(perMegapixel, .zero) * size.pixelCount / 1_000_000
  }

  /// The cost on a device, by its memory, which is a fair sign of its age.
  ///
  /// A photo of 12 megapixels takes 25 ms on the smallest phones: more than a frame, which is
  /// what makes a decode on the main actor show. It takes 12 ms up to 4 GB, and 6 ms beyond.
  public static func usual(on device: DeviceClass) -> DecodeCost {
    if device.isLowRAM { return DecodeCost(perMegapixel: .microseconds(2_083)) }
    let isMiddling = device.ramBytes <= 4 << 30
    return DecodeCost(perMegapixel: .microseconds(isMiddling ? 1_000 : 500))
  }
}
