/// Which way a list travels.
public enum ScrollDirection: String, Hashable, CaseIterable, Sendable {
  /// Towards rows with higher numbers, further down.
  case forward
  /// Towards rows with lower numbers, back up.
  case backward

  /// The other way.
  public var reversed: ScrollDirection {
    switch self {
    case .forward: .backward
    case .backward: .forward
    }
  }
}
