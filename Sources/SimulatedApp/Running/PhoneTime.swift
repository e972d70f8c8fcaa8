import Foundation
import Simulation
import Vocabulary

/// The time on the simulated phone, which is right and was never set.
struct PhoneTime: TimeReading {
  let clock: SimulatedClock
  let epoch: Date

  var wallClock: Date { epoch.addingTimeInterval(clock.now.offset / .seconds(1)) }
  var uptime: Duration { clock.now.offset }
  var boot: String { "boot 1" }
}
