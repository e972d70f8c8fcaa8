/// Names one wish of the user, so that however often it is sent, it happens once.
///
/// The key is stored with the wish before it is first sent and stays the same through every
/// attempt and relaunch. Two wishes never share a key.
public struct IdempotencyKey: RawRepresentable, Hashable, Codable, Sendable {
  /// What the server compares, byte for byte.
  public let rawValue: String

  /// A key with the given text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
