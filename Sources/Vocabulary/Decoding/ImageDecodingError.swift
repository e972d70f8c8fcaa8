/// Why bytes did not become a picture.
public enum ImageDecodingError: Error, Hashable, CaseIterable, Sendable {
  /// There are no bytes.
  case empty
  /// The bytes are something else: the page of a captive portal, for one.
  case notAnImage
  /// The bytes begin like a picture and end too soon.
  case truncated
  /// All bytes are there, and some of them are wrong.
  case damaged
}

extension ImageDecodingError: CustomStringConvertible {
  /// What is wrong, as a sentence.
  public var description: String {
    switch self {
    case .empty: "The image has no bytes."
    case .notAnImage: "The bytes are not an image."
    case .truncated: "The image ends before its last byte."
    case .damaged: "The image is damaged: its bytes do not fit its checksum."
    }
  }
}
