import Vocabulary

/// What a decode of one file will take, and what it will come to.
struct DecodePlan {
  /// What is there to be decoded; nil without a whole header.
  var header: SyntheticPhoto.Header?
  /// The size of the picture.
  var target: PixelSize = .zero
  /// The upper rows that are there, of the picture's.
  var rows = 0
  /// The error in which the decode ends.
  var error: ImageDecodingError?

  /// Rows of the original that are in memory at once: two rows of a JPEG's largest blocks.
  private static let stripHeight = 32

  /// Looks at a file. Linear in its length. For a lenient decoder half a picture is one.
  init(_ image: EncodedImage, maxPixelSize: Int, isLenient: Bool) {
    do throws(ImageDecodingError) {
      let header = try SyntheticPhoto.Header(of: image)
      self.header = header
      target = header.properties.displayedSize.fitting(maxPixelSize: maxPixelSize)
      rows = target.height
      error = header.error(in: image)
      guard error == .truncated else { return }
      let present = max(0, image.byteCount - SyntheticPhoto.Header.byteCount)
      rows = Int(Double(target.height) * Double(present) / Double(header.bodyByteCount))
      if isLenient, rows > 0 { error = nil }
    } catch {
      self.error = error
    }
  }

  var stored: PixelSize { header?.photo.size ?? .zero }

  /// What the picture will take, in bytes.
  var targetBytes: Int {
    target.isEmpty ? 0 : Bitmap.bytesPerRow(forWidth: target.width) * target.height
  }

  /// What is in memory while the decode runs, in bytes.
  ///
  /// At full size the picture itself is what is decoded into. Below, a strip of the original
  /// comes on top.
  var peakBytes: Int {
    let isFullSize = target == header?.properties.displayedSize
    let strip = min(stored.height, Self.stripHeight) * Bitmap.bytesPerRow(forWidth: stored.width)
    return targetBytes + (isFullSize || target.isEmpty ? 0 : strip)
  }

  /// How many times the decode looks up, for one whose file is whole: once a megapixel, and at
  /// most sixteen times.
  var strips: Int { min(max(stored.pixelCount / 1_000_000, 1), 16) }

  /// What the decode takes. A file that ends too soon costs what is there.
  func duration(_ cost: DecodeCost) -> Duration {
    let whole = cost.duration(for: stored)
    guard error == .truncated, target.height > 0 else { return whole }
    return cost.duration(for: .zero) + (whole - cost.duration(for: .zero)) * rows / target.height
  }

  /// The picture, for a plan without an error.
  func picture(lifetime: any AnyObject & Sendable) -> Bitmap {
    guard let photo = header?.photo else { return Bitmap(size: .zero, pixels: ClearPixels()) }
    return rows < target.height
      ? photo.half(rows: rows, maxPixelSize: bound, lifetime: lifetime)
      : photo.picture(maxPixelSize: bound, lifetime: lifetime)
  }

  private var bound: Int { max(target.width, target.height) }
}

/// What is drawn of a picture that could not be decoded.
struct ClearPixels: PixelProviding {
  func pixel(x: Int, y: Int) -> Pixel {
    Pixel(red: 0, green: 0, blue: 0, alpha: 0)
  }
}
