import Foundation
import Vocabulary

extension URL {
  /// The URL of a photo on a server that does not exist.
  static func photo(_ name: some CustomStringConvertible) -> URL {
    URL(string: "https://example.com/p/\(name)") ?? URL(filePath: "/")
  }
}

extension EncodedImage {
  /// Bytes that tell which picture they are of, and at which version.
  static func photo(_ name: String, byteCount: Int) -> EncodedImage {
    var data = Data("\(name);".utf8)
    while data.count < byteCount { data.append(data) }
    return EncodedImage(Data(data.prefix(byteCount)))
  }
}
