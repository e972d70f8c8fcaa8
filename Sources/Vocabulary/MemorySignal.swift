/// What the system tells an app about memory, with the number under which it is sent.
///
/// Some signals say how short memory is while the app is in use, others where the app stands since
/// it left the screen. The numbers are those that Android gives to the like.
public enum MemorySignal: Int, Hashable, CaseIterable, Sendable {
  /// Memory gets short while the app is in use.
  case warning = 10
  /// Memory is so short while the app is in use that the app is about to be ended.
  case critical = 15
  /// The app has just left the screen, and the user may be back in a moment.
  case hidden = 20
  /// The app has been off the screen for long, and is among the first to be ended.
  case deepBackground = 40
}
