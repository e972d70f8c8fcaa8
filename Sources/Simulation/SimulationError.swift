/// Why a simulation did not start, or did not come to its end.
public enum SimulationError: Error, Hashable, Sendable {
  /// The environment names a driver that does not exist.
  case unknownDriver(String)
  /// The driver cannot be used in this build; the reason says what to do.
  case driverUnavailable(DriverName, reason: String)
  /// Another simulation of this process is running.
  case alreadyRunning
  /// The run was started inside a task, whose thread it would have blocked.
  case startedInsideTask
  /// The simulation has had its run.
  case alreadyUsed
  /// A limit was set below one.
  case invalidLimit(Int)
  /// A clock or gate was used before its simulation ran, or after.
  case notRunning
  /// Nothing is left to run, and the body has not ended.
  case deadlock(Deadlock)
  /// Time does not move on.
  case livelock(Livelock)
  /// The limit of virtual time was reached, at that instant.
  case overrun(SimulatedClock.Instant)
}

extension SimulationError: CustomStringConvertible {
  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .unknownDriver(let name):
      """
      \(DriverName.variable) names no driver: '\(name)'. \
      Set it to \(DriverName.allCases.map { "'\($0)'" }.joined(separator: " or ")), or unset it.
      """
    case .driverUnavailable(let name, let reason):
      "The \(name) driver cannot be used. \(reason)"
    case .alreadyRunning:
      """
      A simulation is running already, and there can be one in a process. \
      Start the next one when this one has ended, outside its body.
      """
    case .startedInsideTask:
      """
      A simulation was started inside a task, whose thread it would block. \
      Start it from a synchronous test method.
      """
    case .alreadyUsed:
      "This simulation has had its run. Make a new one for each run."
    case .invalidLimit(let limit):
      "The limit of steps at one instant is \(limit). Use 1 or more."
    case .notRunning:
      """
      A clock or gate was used outside its simulation's run. \
      Wait on it from within the body only.
      """
    case .deadlock(let deadlock):
      deadlock.description
    case .livelock(let livelock):
      livelock.description
    case .overrun(let instant):
      """
      The limit of virtual time was reached at \(instant), and the body has not ended. \
      Likely: a loop that sleeps and looks again, for something that never comes.
      """
    }
  }
}
