/// What the system tells an app about memory.
///
/// Signals are names, not degrees, and have no order: some say how short memory is while the app
/// is in use, others where the app stands since it left the screen. On Android the levels of
/// both sorts are numbers on one scale, where a critical shortage in the foreground is less than
/// having left the screen, and a comparison with `>=` trimmed nothing when it mattered most
/// (bumptech/glide#2810). Decide for each by name.
public enum MemorySignal: String, Hashable, CaseIterable, Sendable {
  /// Memory gets short while the app is in use.
  case warning
  /// Memory is so short while the app is in use that the app is about to be ended.
  case critical
  /// The app has just left the screen, and the user may be back in a moment.
  case hidden
  /// The app has been off the screen for long, and is among the first to be ended.
  case deepBackground
}
