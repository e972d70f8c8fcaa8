import Simulation

/// A test whose program runs on the main actor, in order and shuffled, with either sort of hop.
class CellsTestCase: ScheduledTestCase {
  /// Runs a program on the main actor under each schedule; see
  /// ``underEverySchedule(seeds:hops:_:check:)``.
  func onTheMainActor<Value: Sendable>(
    seeds: Range<UInt64> = 0..<100,
    _ program: @escaping @MainActor @Sendable (Simulation) async throws -> Value,
    check: (Value, String) -> Void = { _, _ in }
  ) {
    underEverySchedule(seeds: seeds, program, check: check)
  }
}
