import Simulation

/// A test of the whole: a run is long, so that fewer seeds have to do.
class PipelineTestCase: ScheduledTestCase {
  /// Runs a program under each schedule; see ``underEverySchedule(seeds:hops:_:check:)``.
  func underSchedules<Value: Sendable>(
    seeds: Range<UInt64> = 0..<20, hops: [ActorHops] = ActorHops.allCases,
    _ program: @escaping @Sendable (Simulation) async throws -> Value,
    check: (Value, String) -> Void = { _, _ in }
  ) {
    underEverySchedule(seeds: seeds, hops: hops, program, check: check)
  }
}
