import Simulation

/// How the cost of something grows with its size, to tell linear from quadratic.
///
/// What is compared is the processor time of the calling thread, small against large in one run,
/// so neither a slow machine nor a busy one decides. Leave room all the same: what is linear on
/// paper meets a cache that is too small. Eight times the size costs a linear answer about eight
/// times as much, a quadratic one about sixty; a limit of 24 tells them apart.
public enum Growth {
  /// How many times as much the large size costs as the small one.
  ///
  /// Each size is measured a few times, in turn, and the least counts: whatever disturbs makes it
  /// more.
  ///
  /// - Parameters:
  ///   - size: The small size.
  ///   - factor: How many times as large the large one is.
  ///   - rounds: How often each is measured.
  ///   - isolation: Where the work runs: where the caller does.
  ///   - work: What costs, at a size. All of it runs on the simulation's thread.
  /// - Returns: The quotient of the costs, at least zero.
  /// - Throws: What the work throws.
  public static func measured(
    from size: Int, by factor: Int, rounds: Int = 3, isolation: isolated (any Actor)? = #isolation,
    _ work: (Int) async throws -> Void
  ) async throws -> Double {
    var small = Duration.seconds(3_600)
    var large = small
    for _ in 0..<max(1, rounds) {
      small = min(small, try await cost(of: size, isolation: isolation, work))
      large = min(large, try await cost(of: size * factor, isolation: isolation, work))
    }
    return large / max(small, .nanoseconds(1))
  }

  private static func cost(
    of size: Int, isolation: isolated (any Actor)?, _ work: (Int) async throws -> Void
  ) async throws -> Duration {
    let start = ThreadTime.processorTime
    try await work(size)
    return ThreadTime.processorTime - start
  }
}
