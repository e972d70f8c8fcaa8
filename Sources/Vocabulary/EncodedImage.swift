public import Foundation

/// A picture as it travels and as it is stored: compressed bytes.
///
/// Its length says nothing about the memory that the picture takes once it is decoded; see
/// ``Bitmap/byteCount``. Whether the bytes are a picture at all, only a decoder can say.
public struct EncodedImage: Hashable, Sendable {
  /// The bytes, as the server sent them.
  public let data: Data

  /// A picture of the given bytes, which are not looked at.
  public init(_ data: Data) {
    self.data = data
  }

  /// The length of the file, in bytes.
  public var byteCount: Int { data.count }
}
