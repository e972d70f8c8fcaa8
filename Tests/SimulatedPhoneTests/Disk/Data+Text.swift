import Foundation

extension Data {
  /// The bytes of a text.
  init(_ text: String) {
    self.init(text.utf8)
  }

  var text: String { String(decoding: self, as: UTF8.self) }
}
