import Foundation
public import Vocabulary

extension SyntheticPhoto {
  /// The length of a file that is made without a wish: 0.14 byte a pixel and the header.
  ///
  /// That is what a photo of 4000 × 3000 pixels takes at the quality of 80 that servers use: about
  /// 1.7 MB. Photos straight from a camera take two to three times as much.
  public var usualByteCount: Int {
    Header.byteCount + size.pixelCount / 100 * 14 + size.pixelCount % 100 * 14 / 100
  }

  /// The photo as a file.
  ///
  /// Linear in the length of the file, at the speed of memory: a thumbnail takes a few
  /// microseconds. Two calls give equal bytes. Two photos differ in their bodies too, so chunks
  /// of two transfers that got mixed are damage.
  ///
  /// - Parameter byteCount: The length of the file, in bytes, header included. By default
  ///   ``usualByteCount``; less than a header of 40 bytes is raised to that.
  /// - Returns: The file.
  public func encoded(byteCount: Int? = nil) -> EncodedImage {
    let length = max(byteCount ?? usualByteCount, Header.byteCount) - Header.byteCount
    let body = Filler.bytes(length, for: id)
    var data = Data(capacity: Header.byteCount + length)
    data.append(contentsOf: body.withUnsafeBytes { Header(photo: self, body: $0).encoded })
    data.append(body)
    return EncodedImage(data)
  }

  /// Bytes that look compressed, cut from one block that all photos share.
  private enum Filler {
    private static let block: [UInt8] = {
      var state: UInt64 = 0x5EED
      var bytes: [UInt8] = []
      bytes.reserveCapacity(1 << 19)
      while bytes.count < 1 << 19 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        withUnsafeBytes(of: (state ^ state >> 29).littleEndian) { bytes.append(contentsOf: $0) }
      }
      return bytes
    }()

    static func bytes(_ count: Int, for id: UInt32) -> Data {
      var data = Data(capacity: count)
      var start = Int(id &* 2_654_435_761 % UInt32(block.count))
      while data.count < count {
        let end = min(block.count, start + count - data.count)
        data.append(contentsOf: block[start..<end])
        start = 0
      }
      return data
    }
  }
}
