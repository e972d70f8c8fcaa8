public import Simulation
import Synchronization

/// One run of a scenario on a simulated disk, with a mishap at one step, or with none.
public final class DiskTrial: Sendable {
  /// The simulation in which it runs.
  public let simulation: Simulation
  /// What happens to the disk; nil in the run that counts the steps.
  public let mishap: DiskMishap?
  /// What becomes of unflushed bytes when the app ends.
  public let survival: DiskSurvival
  private let said = Mutex<[String]>([])

  init(_ simulation: Simulation, _ mishap: DiskMishap?, _ survival: DiskSurvival) {
    self.simulation = simulation
    self.mishap = mishap
    self.survival = survival
  }

  /// Notes how far the scenario has come: "the swipe is on screen".
  ///
  /// What is checked afterwards can look for it, and the trail of a failure shows it.
  public func note(_ sentence: String) {
    said.withLock { $0.append(sentence) }
  }

  /// All that was noted, in order.
  public var notes: [String] { said.withLock { $0 } }

  /// Whether that was noted.
  public func hasNoted(_ sentence: String) -> Bool { notes.contains(sentence) }
}
