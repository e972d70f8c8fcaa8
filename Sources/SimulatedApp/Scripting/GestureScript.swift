/// What happens to the phone in one run, gesture by gesture.
///
/// As text it has one gesture on each line:
///
/// | line | does |
/// |---|---|
/// | `fling 40 in 2s` | flings 40 rows further, or back with `-40` |
/// | `rest 500ms` | looks at what is there |
/// | `jump 120` | puts row 120 at the top |
/// | `view 7 for 3s` | opens photo 7 in the viewer |
/// | `warning` | lets memory run short for a moment |
/// | `leave 30s` | goes to another app and back |
/// | `sleep 10m` | comes back after so long that the system took memory back |
/// | `outage 20s` | stops the server for that time, while the script goes on |
/// | `network edge` | changes the network |
///
/// What follows a `#` is a remark. Durations have a unit: `ms`, `s` or `m`.
public struct GestureScript: Hashable, Sendable {
  /// How commands and reports call it.
  public var name: String
  /// The gestures, in order.
  public var gestures: [Gesture]

  /// A script of the given gestures.
  public init(name: String, _ gestures: [Gesture]) {
    self.name = name
    self.gestures = gestures
  }

  /// How long it takes, in virtual time, without waiting for pictures at its end.
  public var duration: Duration {
    gestures.reduce(.zero) { $0 + $1.duration }
  }

  /// The first photo that is looked at and that a server with photos from zero up to, but not
  /// including, `count` lacks; nil where there is none.
  public func photoMissing(among count: Int) -> Int? {
    gestures.lazy.compactMap { gesture in
      if case .view(let photo, _) = gesture, photo < 0 || photo >= count { photo } else { nil }
    }.first
  }
}
