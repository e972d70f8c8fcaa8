/// How urgent a load is: a picture that the user waits for comes before a bet on the future.
public enum LoadPriority: String, Hashable, Comparable, CaseIterable, Sendable {
  /// Nobody sees the place of the picture yet.
  case prefetch
  /// The place of the picture is on screen.
  case visible

  /// Whether `lhs` has to wait for `rhs`.
  public static func < (lhs: LoadPriority, rhs: LoadPriority) -> Bool {
    lhs == .prefetch && rhs == .visible
  }
}
