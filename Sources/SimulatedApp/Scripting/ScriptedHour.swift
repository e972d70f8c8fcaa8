import SimulatedPhone

/// An hour in the life of the app: twelve times five minutes, each with a scroll down, a look, a
/// photo in the viewer and a trouble of its own.
struct ScriptedHour {
  private(set) var gestures: [Gesture] = []
  private let rows: Int
  private let network: NetworkCondition
  private var row = 0

  private static let part = Duration.seconds(300)

  init(rows: Int, network: NetworkCondition) {
    self.rows = rows
    self.network = network
    for number in 0..<12 {
      let former = gestures.count
      trouble(number)
      scroll(number)
      let spent = gestures[former...].reduce(.zero) { $0 + $1.duration }
      gestures.append(.rest(max(Self.part - spent, .zero)))
    }
  }

  /// What happens besides scrolling, in the part of that number.
  private mutating func trouble(_ number: Int) {
    switch number {
    case 1, 6, 10: gestures.append(.warning)
    case 2, 9: gestures.append(.leave(.seconds(40)))
    case 4: gestures.append(.sleep(.seconds(120)))
    case 5: gestures.append(.outage(.seconds(20)))
    case 7: gestures.append(.network(.edge))
    case 8: gestures.append(.network(network))
    default: break
    }
  }

  /// Down in a few flings, one of them a long one, and a bit back up.
  private mutating func scroll(_ number: Int) {
    for count in [12, 30, number.isMultiple(of: 3) ? 200 : 45, -20, 8] {
      fling(count)
      gestures.append(.rest(.seconds(6)))
    }
    if rows > 0 {
      gestures.append(.view(photo: min(row, rows - 1), for: .seconds(4)))
      gestures.append(.view(photo: min(row + 1, rows - 1), for: .seconds(3)))
    }
    fling(25)
  }

  /// Flings, or goes back to the top where the feed ends.
  private mutating func fling(_ count: Int) {
    guard row + count < rows else {
      row = 0
      gestures.append(.jump(row: 0))
      return
    }
    row = max(row + count, 0)
    gestures.append(.fling(rows: count, over: .milliseconds(abs(count) * 6 + 300)))
  }
}
