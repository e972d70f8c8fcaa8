/// One promise that a hidden suite holds an answer to.
public struct Check: Codable, Hashable, Identifiable, Sendable {
  /// Its name in the suite, unique there, as `--check` takes it: `twoSizes`.
  public var id: String
  /// What is promised, in lower case and without a full stop: `two sizes of one photo are two
  /// loads`.
  public var promise: String
  /// How far into the rubric it belongs.
  public var level: Level
  /// The checks without which this one says nothing: where one of them does not pass, this one is
  /// skipped.
  public var needs: [String]

  /// A check.
  public init(_ id: String, _ promise: String, _ level: Level = .core, needs: String...) {
    self.id = id
    self.promise = promise
    self.level = level
    self.needs = needs
  }
}
