import Foundation
import Simulation

/// The cost of one workload at one size, in real time and memory.
struct Measurement {
  var operations: Int
  var steps: Int
  var seconds: Double
  /// The largest resident size of the process so far, in MiB.
  var peakMebibytes: Int

  var stepsPerSecond: Double { Double(steps) / seconds }
  var nanosecondsPerOperation: Double { seconds * 1e9 / Double(operations) }

  /// Runs a workload, shuffled, and checks that it came to its end in full.
  init(_ workload: Workload, operations: Int, hops: ActorHops) throws {
    let simulation = Simulation(
      schedule: .shuffled(41), hops: hops, maximumStepsPerInstant: .max)
    let start = ContinuousClock.now
    let run = simulation.run { try await workload.body(simulation, operations) }
    seconds = (ContinuousClock.now - start) / .seconds(1)
    try run.get()
    self.operations = operations
    steps = run.steps
    peakMebibytes = Self.peakMebibytes
  }

  private static var peakMebibytes: Int {
    var usage = rusage()
    #if os(Linux)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss / 1024
    #else
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss / (1024 * 1024)
    #endif
  }
}
