import SimulatedApp
import Simulation

extension ScenarioReport {
  /// Where the time of its charts ends, so that they lie below each other.
  var end: Duration {
    max(numbers.elapsed, events.map(\.instant).max() ?? .zero, .milliseconds(1))
  }
}
