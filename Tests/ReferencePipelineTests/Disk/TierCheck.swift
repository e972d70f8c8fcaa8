import Simulation
import SimulatedPhone

/// One promise of the disk tier, to be held against any of them.
struct TierCheck: Sendable {
  let name: String
  /// Tries the promise, and returns sentences about what was wrong.
  let complaints: @Sendable (TierRun) -> [String]

  static let all = keeping + evicting + naming + damaging + hurrying + ending
}

extension TierCheck {
  /// A check that is one program on one disk.
  static func program(
    _ name: String,
    _ body: @escaping @Sendable (Simulation, TierMaker) async throws -> [String]
  ) -> TierCheck {
    TierCheck(name: name) { tierRun in
      let simulation = Simulation(schedule: tierRun.schedule, hops: tierRun.hops)
      let run = simulation.run { try await body(simulation, tierRun.makeTier) }
      do {
        return try run.get() + (run.leftovers.isEmpty ? [] : ["Left behind: \(run.leftovers)"])
      } catch {
        return ["\(error)"]
      }
    }
  }

  /// A check that is tried with a mishap at each step.
  static func trials(
    _ name: String, _ mishaps: [DiskMishap.Kind] = DiskMishap.Kind.ends,
    before: @escaping @Sendable (SimulatedDisk, TierMaker) async throws -> Void = { _, _ in },
    _ scenario: @escaping @Sendable (SimulatedDisk, DiskTrial, TierMaker) async throws -> Void,
    after: @escaping @Sendable (SimulatedDisk, DiskTrial, TierMaker) async throws -> [String]
  ) -> TierCheck {
    TierCheck(name: name) { run in
      let make = run.makeTier
      let trials = DiskTrials(schedule: run.schedule, hops: run.hops, mishaps: mishaps)
      let report = trials.run { disk, _ in
        try await before(disk, make)
      } _: { disk, trial in
        try await scenario(disk, trial, make)
      } after: { disk, trial in
        try await after(disk, trial, make)
      }
      return report.isSound ? [] : ["\(report)"]
    }
  }

  static func expect(_ isTrue: Bool, _ complaint: @autoclosure () -> String) -> [String] {
    isTrue ? [] : [complaint()]
  }
}
