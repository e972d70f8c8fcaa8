public import TheStampedeSolution

/// When to try again what must not be given up: after longer and longer pauses, without a last one.
///
/// The pauses are those of a ``/TheStampedeSolution/RetryPolicy``, whose number of attempts decides
/// no more than where they stop growing, if its cap has not done so before.
public struct RetryDelay: Sendable {
  /// The bounds of the pauses.
  public let policy: RetryPolicy
  private let random: @Sendable () -> UInt64

  /// The pauses of a policy, drawn by the given bits, which are anew at each call.
  public init(
    _ policy: RetryPolicy,
    random: @escaping @Sendable () -> UInt64 = { .random(in: 0...UInt64.max) }
  ) {
    self.policy = policy
    self.random = random
  }

  /// How long to pause: drawn evenly between nothing and a bound that grows with each attempt, on
  /// top of what the server asked for.
  ///
  /// - Parameters:
  ///   - attempt: How many pauses came before this one in a row.
  ///   - retryAfter: How long the server wants to be left alone, if it said so.
  /// - Returns: A time that is never negative.
  public func callAsFunction(_ attempt: Int, retryAfter: Duration? = nil) -> Duration {
    var bits = RandomBits(random)
    let last = max(policy.attempts - 1, 0)
    let delay = policy.delay(
      before: min(max(attempt, 0), last), retryAfter: retryAfter, using: &bits)
    // A policy without any attempt draws nothing.
    return delay ?? policy.cap + max(retryAfter ?? .zero, .zero)
  }
}
