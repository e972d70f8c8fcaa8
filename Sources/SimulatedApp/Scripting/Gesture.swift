public import SimulatedPhone

/// One thing that the user or the world does, one after another in a ``GestureScript``.
public enum Gesture: Hashable, Sendable {
  /// The content is flung so many rows further, back up where negative, and comes to rest after
  /// that time.
  case fling(rows: Int, over: Duration)
  /// The user looks for so long.
  case rest(Duration)
  /// A row, counted from zero, is at the top of the screen at once.
  case jump(row: Int)
  /// A photo, by its number on the server, is looked at in the viewer, which is then closed.
  case view(photo: Int, for: Duration)
  /// Another part of the app takes so much memory for a moment that the system warns.
  case warning
  /// The app leaves the screen for a while and comes back.
  case leave(Duration)
  /// The app is off the screen for long, the system looks for memory, and the app comes back.
  case sleep(Duration)
  /// The server serves nobody for so long; what follows goes on meanwhile.
  case outage(Duration)
  /// The network changes.
  case network(NetworkCondition)

  /// How long it takes, in virtual time, while nothing waits for the main actor.
  public var duration: Duration {
    switch self {
    case .fling(_, let time), .rest(let time), .view(_, let time), .leave(let time),
      .sleep(let time):
      max(time, .zero)
    case .warning:
      Self.warningTime
    case .jump, .outage, .network:
      .zero
    }
  }

  /// For how long the memory of a ``warning`` is taken.
  static let warningTime = Duration.milliseconds(500)
}
