import SimulatedPhone
import Simulation

extension Scenario {
  /// Runs the scenario on the calling thread, in virtual time.
  ///
  /// To be called from a synchronous function, and not inside another simulation. What it costs is
  /// linear in the rows that come by.
  ///
  /// - Parameters:
  ///   - parts: Parts of the app that are replaced.
  ///   - progress: Told which share of the script is done, from zero to one, after each gesture.
  /// - Returns: What came out of it; the same for equal scenarios and parts that behave alike.
  /// - Throws: ``ScenarioError``.
  public func run(
    replacing parts: AppParts = AppParts(), progress: (@Sendable (Double) -> Void)? = nil
  ) throws -> ScenarioReport {
    if let photo = script.photoMissing(among: rows) {
      throw ScenarioError.photoMissing(photo, of: rows)
    }
    let simulation = Simulation(schedule: .shuffled(seed))
    let recorder = RunRecorder(
      eventLimit: eventLimit, interval: max(.milliseconds(4), script.duration / MemoryTrack.limit))
    let run = simulation.run { @MainActor [self] in
      let phone = Phone(self, simulation: simulation)
      let run = ScenarioRun(
        self, on: phone, parts: parts, recorder: recorder, progress: progress)
      return try await run.play()
    }
    do {
      return try run.get()
    } catch {
      throw ScenarioError.run("\(error)")
    }
  }
}
