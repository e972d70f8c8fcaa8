public import Simulation

/// The world of one run of a check: a simulation, and what the suite expects of it.
///
/// Each schedule has a world of its own, so whatever a check arranges it makes inside its body.
/// It may be used from any task of the run.
public final class World: Expecting {
  /// The simulation in which the body runs, to be given to the parts of the simulated phone.
  public let simulation: Simulation
  /// The first expectation that was not met.
  public let firstUnmet: FirstUnmet = FirstUnmet()

  init(_ simulation: Simulation) {
    self.simulation = simulation
  }

  /// The virtual clock, to be given to the answer.
  public var clock: SimulatedClock { simulation.clock }

  /// Makes a door in virtual time, closed unless said otherwise.
  public func gate(_ name: String, isOpen: Bool = false) -> Gate {
    simulation.gate(name, isOpen: isOpen)
  }

  /// Puts an event on the timeline, in the lane of the calling task by default.
  public func record(_ what: String, on lane: String? = nil) {
    simulation.record(what, on: lane)
  }

  /// Suspends until nothing else can run at the present instant.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func untilQuiet() async throws {
    try await simulation.untilQuiet()
  }

  /// Starts a caller of the answer, with a lane of its own on the timeline.
  ///
  /// ```swift
  /// let viewer = world.start("viewer", "asks \(key)") { try await loader.image(for: key) }
  ///   answer: { "gets \($0.size)" }
  /// ```
  ///
  /// - Parameters:
  ///   - lane: How the timeline and the findings call it.
  ///   - what: What it does, as the timeline tells it when it begins.
  ///   - operation: What it does. Its error goes on the timeline, and to whoever awaits it.
  ///   - answer: Tells what came out of it, for the timeline.
  /// - Returns: The task, to await or cancel.
  @discardableResult
  public func start<Value: Sendable>(
    _ lane: String, _ what: String,
    operation: @escaping @Sendable @isolated(any) () async throws -> Value,
    answer: @escaping @Sendable (Value) -> String = { _ in "has its answer" }
  ) -> Task<Value, any Error> {
    simulation.start(lane) { [simulation] in
      simulation.record(what)
      do {
        let value = try await operation()
        simulation.record(answer(value))
        return value
      } catch {
        simulation.record(error is CancellationError ? "is cancelled" : "fails: \(error)")
        throw error
      }
    }
  }
}
