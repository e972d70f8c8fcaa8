/// Where the app stands, as far as the system is concerned.
public enum AppState: String, Hashable, CaseIterable, Sendable {
  /// On the screen.
  case foreground
  /// Off the screen for a moment.
  case background
  /// Off the screen for long, and among the first to be ended.
  case deepBackground
  /// Ended by the system. Its tasks go on in the simulation, since nothing can stop them, but
  /// nobody sees what they do.
  case terminated
}
