/// Spreads moments that many clients would otherwise share.
///
/// Every client that cached a response in one burst would refresh it in one burst, and every one
/// that met an outage would come back in the same second. A random share of the delay, drawn by
/// each client for itself, turns the peak into a plateau.
public struct Jitter: Hashable, Sendable {
  /// How far a delay may move, as a share of itself: 0 not at all, 1 from nothing to the double.
  public let share: Double

  /// A jitter of that share; a value outside 0 to 1 is moved to the nearer bound, and one that is
  /// no number counts as 0.
  public init(share: Double) {
    self.share = share.isNaN ? 0 : min(max(share, 0), 1)
  }

  /// A delay between `nominal` × (1 − share) and `nominal` × (1 + share), each equally likely.
  ///
  /// The mean is the nominal delay: a jitter that only adds would make every cache a little more
  /// stale than was promised. A delay of nothing, or less, stays nothing.
  ///
  /// - Parameters:
  ///   - nominal: The delay that was meant.
  ///   - generator: Where the randomness comes from; the same numbers give the same delay.
  /// - Returns: A delay that is never negative.
  public func applied(
    to nominal: Duration, using generator: inout some RandomNumberGenerator
  ) -> Duration {
    guard nominal > .zero, share > 0 else { return max(nominal, .zero) }
    let factor = Double.random(in: (1 - share)...(1 + share), using: &generator)
    return nominal * factor
  }
}

/// When a cached copy expires on one client.
///
/// The draw belongs to the client and the entry, not to the launch: a client that drew anew at
/// each launch would take the shortest of many draws, and refresh too often.
public struct ExpiryPolicy: Hashable, Sendable {
  /// How far expiries are spread.
  public let jitter: Jitter
  /// What tells this installation from others; kept across relaunches.
  public let client: String

  /// The policy of one client.
  public init(jitter: Jitter, client: String) {
    self.jitter = jitter
    self.client = client
  }

  /// How long the entry stays fresh on this client, given the nominal time to live.
  ///
  /// The same for each call, launch and platform. Never negative; zero stays zero.
  ///
  /// - Parameters:
  ///   - nominal: The time to live that the server or the screen asks for.
  ///   - entry: What names the entry, such as its URL.
  /// - Returns: The time to live with its jitter.
  public func timeToLive(_ nominal: Duration, of entry: String) -> Duration {
    var generator = SeededNumbers(seed: StableHash.of([client, entry]))
    return jitter.applied(to: nominal, using: &generator)
  }
}

/// When to try again after a failure.
///
/// Exponential backoff with full jitter: each delay is drawn evenly between nothing and a bound
/// that doubles up to a cap (Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog,
/// 2015). The first attempt after a failure is spread as well, since all clients failed together.
public struct RetryPolicy: Hashable, Sendable {
  /// The bound of the first delay.
  public let base: Duration
  /// What no bound exceeds.
  public let cap: Duration
  /// How many attempts follow the first failure.
  public let attempts: Int

  /// A policy with the given bounds; negative ones count as nothing.
  public init(
    base: Duration = .seconds(1), cap: Duration = .seconds(60), attempts: Int = 6
  ) {
    self.base = max(base, .zero)
    self.cap = max(cap, .zero)
    self.attempts = max(attempts, 0)
  }

  /// The delay before an attempt.
  ///
  /// A server that names a time (`Retry-After`, RFC 9110, section 10.2.3) is not asked before it.
  /// The jitter comes on top of that time: whoever was told the same second must not come back in
  /// it. A longer time than the cap is honoured as well, since the server knows better.
  ///
  /// - Parameters:
  ///   - attempt: How many attempts have failed since the first failure, from 0.
  ///   - retryAfter: The time that the server asked for, if it did.
  ///   - generator: Where the randomness comes from: fresh for each launch.
  /// - Returns: The delay; nil when no attempt is left.
  public func delay(
    before attempt: Int, retryAfter: Duration? = nil,
    using generator: inout some RandomNumberGenerator
  ) -> Duration? {
    guard attempt >= 0, attempt < attempts else { return nil }
    let drawn = bound(of: attempt) * Double.random(in: 0...1, using: &generator)
    return max(retryAfter ?? .zero, .zero) + drawn
  }

  /// The largest delay that may be drawn before an attempt, without a word from the server.
  public func bound(of attempt: Int) -> Duration {
    // Doubling step by step stops at the cap long before a number could overflow.
    var bound = min(base, cap)
    for _ in 0..<max(0, attempt) {
      guard bound > .zero, bound < cap else { break }
      bound = min(bound + bound, cap)
    }
    return bound
  }
}

/// A generator whose numbers are the same on every platform and in every launch (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A hash that is the same in every launch, as `Hasher` is not (FNV-1a, 64 bits).
enum StableHash {
  /// The hash of the texts in their order, with a bound between them.
  static func of(_ texts: [String]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for text in texts {
      // 0xFF occurs in no UTF-8 text, so "ab", "c" and "a", "bc" differ.
      for byte in Array(text.utf8) + [0xFF] {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    return hash
  }
}
