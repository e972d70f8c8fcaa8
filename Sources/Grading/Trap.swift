/// A misconception: its name, and what comes of it.
public struct Trap: Codable, Hashable, Sendable {
  /// What it is called: `Keyed by URL alone`.
  public var name: String
  /// What comes of it, in one sentence without a full stop: `the viewer shows a blurry thumbnail`.
  public var sentence: String

  /// A trap.
  public init(_ name: String, _ sentence: String) {
    self.name = name
    self.sentence = sentence
  }
}

extension Trap: CustomStringConvertible {
  /// The name and the sentence, as reports print them.
  public var description: String { sentence.isEmpty ? name : "\(name): \(sentence)" }
}
