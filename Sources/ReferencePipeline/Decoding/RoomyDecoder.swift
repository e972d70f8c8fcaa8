import FourThousandPixelOriginalsSolution
import Vocabulary

/// A decoder that begins as soon as there is room for what the decode takes at its peak.
struct RoomyDecoder: ImageDecoding {
  let decoder: any ImageDecoding
  let gate: DecodeGate

  func properties(of image: EncodedImage) throws(ImageDecodingError) -> ImageProperties {
    try decoder.properties(of: image)
  }

  func decode(_ image: EncodedImage, maxPixelSize: Int) async throws -> Bitmap {
    let plan = DecodePlan(try decoder.properties(of: image), maxPixelSize: maxPixelSize)
    return try await gate.run(plan.peakByteCount) {
      try await decoder.decode(image, maxPixelSize: maxPixelSize)
    }
  }
}
