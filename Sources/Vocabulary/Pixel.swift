/// One pixel of a decoded picture: four bytes, red, green, blue and alpha, not premultiplied.
public struct Pixel: Hashable, Sendable {
  /// Red, from 0 to 255.
  public var red: UInt8
  /// Green, from 0 to 255.
  public var green: UInt8
  /// Blue, from 0 to 255.
  public var blue: UInt8
  /// Opacity: 0 is clear, 255 is solid.
  public var alpha: UInt8

  /// A pixel with the given channels, solid unless said otherwise.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// How many bytes a pixel takes in memory.
  public static let byteCount = 4
}
