import Foundation
import Vocabulary

extension SyntheticPhoto {
  /// The first forty bytes of a file.
  ///
  /// | bytes | hold |
  /// |---|---|
  /// | 0-7 | magic, after the model of PNG's: not text, and spoilt by a change of line ends |
  /// | 8, 9 | version, orientation |
  /// | 10-11 | zero |
  /// | 12-15 | number of the photo |
  /// | 16-17, 18-19 | stored width, height |
  /// | 20-23 | length of the body |
  /// | 24-31 | checksum of the body |
  /// | 32-39 | checksum of bytes 0-31 |
  ///
  /// All numbers are little-endian.
  struct Header: Equatable {
    static let byteCount = 40
    private static let magic: [UInt8] = [0x89, 0x46, 0x55, 0x50, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let version: UInt8 = 1

    var photo: SyntheticPhoto
    var bodyByteCount: UInt32
    var bodyChecksum: UInt64

    var properties: ImageProperties {
      ImageProperties(storedSize: photo.size, orientation: photo.orientation)
    }

    var encoded: [UInt8] {
      var bytes = Self.magic + [Self.version, UInt8(photo.orientation.rawValue), 0, 0]
      bytes.append(photo.id)
      bytes.append(UInt16(photo.size.width))
      bytes.append(UInt16(photo.size.height))
      bytes.append(bodyByteCount)
      bytes.append(bodyChecksum)
      bytes.append(bytes.withUnsafeBytes(Self.checksum))
      return bytes
    }

    /// Reads the header of a file; looks at nothing behind it.
    init(of image: EncodedImage) throws(ImageDecodingError) {
      let result = image.data.withUnsafeBytes { bytes in
        Result { () throws(ImageDecodingError) in try Header(bytes) }
      }
      self = try result.get()
    }

    init(photo: SyntheticPhoto, body: UnsafeRawBufferPointer) {
      self.photo = photo
      bodyByteCount = UInt32(clamping: body.count)
      bodyChecksum = Self.checksum(body)
    }

    private init(_ bytes: UnsafeRawBufferPointer) throws(ImageDecodingError) {
      guard !bytes.isEmpty else { throw .empty }
      guard zip(bytes, Self.magic).allSatisfy({ $0 == $1 }) else { throw .notAnImage }
      guard bytes.count >= Self.byteCount else { throw .truncated }
      let sum = Self.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<32]))
      guard bytes.number(at: 32) == sum, bytes[8] == Self.version,
        let orientation = Orientation(rawValue: Int(bytes[9]))
      else { throw .damaged }
      let width: UInt16 = bytes.number(at: 16)
      let height: UInt16 = bytes.number(at: 18)
      let size = PixelSize(width: Int(width), height: Int(height))
      guard !size.isEmpty else { throw .damaged }
      photo = SyntheticPhoto(id: bytes.number(at: 12), size: size, orientation: orientation)
      bodyByteCount = bytes.number(at: 20)
      bodyChecksum = bytes.number(at: 24)
    }

    /// Looks at what follows the header. Linear in the length of the body.
    ///
    /// - Returns: Nil where the body is whole and right. Bytes beyond the body are damage: nobody
    ///   sends them, and they are what is left of two bodies in one file.
    func error(in image: EncodedImage) -> ImageDecodingError? {
      image.data.withUnsafeBytes { bytes in
        let body = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(Self.byteCount))
        if body.count < Int(bodyByteCount) { return .truncated }
        guard body.count == Int(bodyByteCount) else { return .damaged }
        return Self.checksum(body) == bodyChecksum ? nil : .damaged
      }
    }

    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
      var checksum = Checksum()
      checksum.add(bytes)
      return checksum.value
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}
