import Synchronization
public import Vocabulary

extension SyntheticDecoder: ImageOpening {
  /// A picture whose decode is paid by whoever reads its first pixel; see
  /// ``DecodeCounts/onFirstDraw``.
  ///
  /// Its memory is charged from then on. Where it is read on the main actor,
  /// ``SimulatedDevice/mainActor`` is busy for the time of the decode.
  public func open(
    _ image: EncodedImage, maxPixelSize: Int
  ) throws(ImageDecodingError) -> Bitmap {
    let properties = try properties(of: image)
    let pixels = LazyPixels(image, maxPixelSize: maxPixelSize, decoder: self)
    let size = properties.displayedSize.fitting(maxPixelSize: maxPixelSize)
    let picture = Bitmap(size: size, pixels: pixels)
    let identity = ObjectIdentifier(picture)
    pixels.belong(to: identity)
    opened.withLock { $0[identity] = WeakPixels(pixels) }
    return picture
  }

  /// Decodes a picture on the spot.
  ///
  /// On the main actor ``SimulatedDevice/mainActor`` is busy for the time of the decode. On
  /// another thread the picture is there at the same virtual instant: a thread that is blocked
  /// cannot let time pass, so that is only counted, in ``DecodeCounts/blocking``.
  public func decodeNow(
    _ image: EncodedImage, maxPixelSize: Int
  ) throws(ImageDecodingError) -> Bitmap {
    let plan = plan(image, maxPixelSize: maxPixelSize)
    let charge = begin(plan, isBlocking: true)
    if MainActor.isCurrent { device.mainActor.spend(plan.duration(cost)) }
    if let error = plan.error {
      end(plan, .failed)
      throw error
    }
    charge.resize(to: plan.targetBytes)
    end(plan, .finished)
    return plan.picture(lifetime: charge)
  }

  /// Decodes an opened picture into another one, as ``decode(_:maxPixelSize:)`` does.
  public func prepare(_ picture: Bitmap) async throws -> Bitmap {
    let pixels = opened.withLock { $0[ObjectIdentifier(picture)]?.pixels }
    guard let pixels, let image = pixels.encoded else { return picture }
    return try await decode(image, maxPixelSize: pixels.maxPixelSize)
  }

  func forget(_ identity: ObjectIdentifier) {
    opened.withLock { $0[identity] = nil }
  }
}

/// The pixels of an opened picture, for as long as the picture lives.
struct WeakPixels {
  weak var pixels: LazyPixels?

  init(_ pixels: LazyPixels) {
    self.pixels = pixels
  }
}
