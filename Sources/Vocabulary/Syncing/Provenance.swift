/// Where a copy of a value comes from, and so who may change it.
public enum Provenance: String, Hashable, Codable, CaseIterable, Sendable {
  /// The server's record itself, as the server has just said it.
  case authoritative
  /// The mirror of it on this phone. Only the server's word changes it.
  case replicated
  /// A copy with a rule that says when it expires.
  case cached
  /// Computed from other copies, and computed anew when one of them changes.
  case derived
  /// State of a screen, which goes with it.
  case ephemeral

  /// Whether others may be computed from the copy, and it may be stored for that.
  public var isSource: Bool {
    switch self {
    case .authoritative, .replicated, .cached: true
    case .derived, .ephemeral: false
    }
  }
}
