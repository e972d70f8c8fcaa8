public import Vocabulary

extension SyntheticPhoto {
  /// What a decoder makes of the photo, without a decoder.
  ///
  /// - Parameters:
  ///   - maxPixelSize: The upper bound for the longer side, in pixels; none by default.
  ///   - lifetime: An object that lives at least as long as the picture.
  /// - Returns: The picture: upright, never enlarged.
  public func picture(
    maxPixelSize: Int = .max, lifetime: (any AnyObject & Sendable)? = nil
  ) -> Bitmap {
    let size = displayedSize.fitting(maxPixelSize: maxPixelSize)
    return Bitmap(size: size, pixels: PhotoTexture(id: id, size: size), lifetime: lifetime)
  }

  /// A picture of one size whose pixels were decoded for another: a thumbnail in the viewer.
  ///
  /// - Parameters:
  ///   - size: The size of the picture, in pixels.
  ///   - maxPixelSize: The bound at which the pixels were decoded.
  /// - Returns: The stretched picture, where `size` is the larger.
  public func stretched(to size: PixelSize, from maxPixelSize: Int) -> Bitmap {
    let source = displayedSize.fitting(maxPixelSize: maxPixelSize)
    let texture = PhotoTexture(id: id, size: source)
    return Bitmap(size: size, pixels: StretchedPixels(texture: texture, size: size))
  }

  /// The upper part of a picture, and grey below: what a lenient decoder makes of a file that
  /// ends too soon.
  ///
  /// - Parameters:
  ///   - rows: How many rows are there, from the top.
  ///   - maxPixelSize: The upper bound for the longer side, in pixels; none by default.
  ///   - lifetime: An object that lives at least as long as the picture.
  /// - Returns: The picture, of the size of the whole.
  public func half(
    rows: Int, maxPixelSize: Int = .max, lifetime: (any AnyObject & Sendable)? = nil
  ) -> Bitmap {
    let size = displayedSize.fitting(maxPixelSize: maxPixelSize)
    let pixels = HalfPixels(texture: PhotoTexture(id: id, size: size), rows: rows)
    return Bitmap(size: size, pixels: pixels, lifetime: lifetime)
  }
}

/// Pixels decoded for one size and drawn at another, each the nearest one.
private struct StretchedPixels: PixelProviding {
  var texture: PhotoTexture
  var size: PixelSize

  func pixel(x: Int, y: Int) -> Pixel {
    texture.pixel(
      x: x * texture.size.width / max(size.width, 1),
      y: y * texture.size.height / max(size.height, 1))
  }
}

/// The upper rows of a photo, and grey below.
private struct HalfPixels: PixelProviding {
  var texture: PhotoTexture
  var rows: Int

  func pixel(x: Int, y: Int) -> Pixel {
    y < rows ? texture.pixel(x: x, y: y) : .missing
  }
}

extension Pixel {
  /// What a lenient decoder paints where it has no data.
  static let missing = Pixel(red: 128, green: 128, blue: 128)
}
