public import SimulatedPhone

extension GestureScript {
  /// The scripts that have a name, each made for a number of rows.
  public enum Named: String, Hashable, CaseIterable, Sendable {
    /// From the first row to the last in five movements, as fast as a thumb can.
    case fling
    /// To the last row and back to the first.
    case back
    /// A few rows at a time, each looked at.
    case read
    /// From place to place, with nothing between.
    case jumps
    /// An hour of use, with warnings, other apps, an outage and a bad network.
    case hour
  }

  /// A named script for a feed.
  ///
  /// - Parameters:
  ///   - named: Which.
  ///   - rows: How many rows the feed has.
  ///   - network: The network to come back to after a worse one.
  public init(_ named: Named, rows: Int, network: NetworkCondition) {
    let rows = max(rows, 0)
    let gestures: [Gesture] =
      switch named {
      case .fling:
        Self.flinging(rows)
      case .back:
        [
          .fling(rows: rows, over: .seconds(1)), .rest(.milliseconds(500)),
          .fling(rows: -rows, over: .seconds(1)), .rest(.seconds(1)),
        ]
      case .read:
        Self.reading(rows)
      case .jumps:
        [3, 1, 4, 2, 0].flatMap { quarter in
          [.jump(row: rows / 5 * quarter), .rest(.milliseconds(800))]
        }
      case .hour:
        ScriptedHour(rows: rows, network: network).gestures
      }
    self.init(name: named.rawValue, gestures)
  }

  /// To the last row in five flings, each with a short look at where it ends.
  private static func flinging(_ rows: Int) -> [Gesture] {
    (1...5).flatMap { (part: Int) -> [Gesture] in
      let way = rows * part / 5 - rows * (part - 1) / 5
      return [.fling(rows: way, over: .seconds(1)), .rest(.milliseconds(700))]
    }
  }

  /// Goes on by a screen at a time; after fifty screens it is known how reading goes.
  private static func reading(_ rows: Int) -> [Gesture] {
    let screens = min(max(rows / 6, 1), 50)
    return (0..<screens).flatMap { _ in
      [.fling(rows: 6, over: .milliseconds(700)), .rest(.milliseconds(1_500))]
    }
  }
}
