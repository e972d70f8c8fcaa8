/// A known wrong answer, and the checks that catch it.
public struct Mistake: Codable, Hashable, Sendable {
  /// Its name, that of its file without the extension: `KeyedByURLAlone`.
  public var name: String
  /// What it is, in a few words: `keyed by URL alone`.
  public var title: String
  /// The ``Check/id``s of exactly those checks that fail; those that are skipped are not among
  /// them.
  public var fails: Set<String>

  /// A known mistake.
  public init(_ name: String, title: String, fails: Set<String>) {
    self.name = name
    self.title = title
    self.fails = fails
  }
}
