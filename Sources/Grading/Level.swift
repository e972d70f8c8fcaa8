/// How far into the interview's rubric a check belongs.
public enum Level: String, Codable, Hashable, Comparable, CaseIterable, Sendable {
  /// What any pass needs.
  case core
  /// What is expected of a senior engineer.
  case senior
  /// What is expected of a staff engineer.
  case staff

  /// Whether `lhs` is asked for before `rhs`.
  public static func < (lhs: Level, rhs: Level) -> Bool {
    allCases.firstIndex(of: lhs) ?? 0 < allCases.firstIndex(of: rhs) ?? 0
  }
}
