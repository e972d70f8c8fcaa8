import Foundation
import Simulation
import Synchronization
import Vocabulary

/// The clocks of a simulated phone: the wall clock may be set, the uptime may not.
final class PhoneClock: TimeReading {
  private struct State {
    var shift: TimeInterval = 0
    var boot = 1
  }

  private let simulation: Simulation
  private let state = Mutex(State())

  init(_ simulation: Simulation) {
    self.simulation = simulation
  }

  var wallClock: Date {
    let seconds = simulation.clock.now.offset / .seconds(1)
    return Date(timeIntervalSince1970: 1_800_000_000 + seconds + state.withLock { $0.shift })
  }

  var uptime: Duration { simulation.clock.now.offset }

  var boot: String { "boot \(state.withLock { $0.boot })" }

  /// The user sets the clock.
  func set(aheadBy seconds: TimeInterval) {
    state.withLock { $0.shift = seconds }
  }
}
