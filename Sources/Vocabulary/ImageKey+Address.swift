import Foundation

extension ImageKey {
  /// A URL with its string and hash, shared by all keys that were made from one another.
  final class Address: Sendable {
    let url: URL
    let text: String
    let hash: Int

    init(_ url: URL) {
      self.url = url
      text = url.absoluteString
      hash = text.hashValue
    }

    /// Compares the cheapest evidence first: identity, then the hashes, then the strings.
    func isSame(as other: Address) -> Bool {
      self === other || (hash == other.hash && text == other.text)
    }
  }
}
