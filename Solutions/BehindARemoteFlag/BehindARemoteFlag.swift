/// A change that is widened step by step, and who is in.
///
/// The answer for one person depends on their id and the flag's salt, on nothing else: not on the
/// launch, the installation or the time. So it is the same on every call and every device, and
/// raising the share keeps everyone who is in.
public struct RemoteFlag: Hashable, Codable, Sendable {
  /// The number of buckets: a share is a number of them, so one is a hundredth of a percent.
  public static let buckets = 10_000

  /// What the flag is called in logs.
  public let name: String
  /// What is mixed into the hash. Flags that must move together share it; others never do, or
  /// the same people would get every experiment.
  public let salt: String
  /// The share of each device class that is in, in buckets; a class that is absent is out.
  public var shares: [String: Int]
  /// Whether everyone is out, whatever the shares say: the way back, without a release.
  public var isKilled: Bool

  /// A flag; by default its salt is its name, and nobody is in.
  public init(
    name: String, salt: String? = nil, shares: [String: Int] = [:], isKilled: Bool = false
  ) {
    self.name = name
    self.salt = salt ?? name
    self.shares = shares
    self.isKilled = isKilled
  }

  /// The bucket of a person, from 0 up to ``buckets``, exclusive.
  public func bucket(of id: String) -> Int {
    Int(StableHash.of([salt, id]) % UInt64(Self.buckets))
  }

  /// Whether a person is in.
  ///
  /// - Parameters:
  ///   - id: Who: the id of the account, or of the installation where there is none.
  ///   - deviceClass: The class of their device.
  /// - Returns: The answer, the same for the same flag for ever.
  public func isOn(for id: String, on deviceClass: String) -> Bool {
    guard !isKilled, let share = shares[deviceClass] else { return false }
    return bucket(of: id) < share
  }
}

/// What one session sees of a flag: read once, when the session begins.
///
/// Two pictures of one session decoded at two sizes would be neither the old path nor the new
/// one. Only the kill switch reaches into a session.
public struct FlagReading: Hashable, Sendable {
  private let wasOn: Bool

  /// Reads the flag for a session.
  public init(_ flag: RemoteFlag, id: String, deviceClass: String) {
    wasOn = flag.isOn(for: id, on: deviceClass)
  }

  /// Whether the session uses the new path, given the flag as it is now.
  public func isOn(now flag: RemoteFlag) -> Bool {
    wasOn && !flag.isKilled
  }
}

/// How many sessions of one group there were and how many the system ended for memory.
public struct SessionCount: Hashable, Codable, Sendable {
  /// All sessions.
  public var sessions: Int
  /// Those among them that ended for memory.
  public var memoryTerminations: Int

  /// A count.
  public init(sessions: Int, memoryTerminations: Int) {
    self.sessions = sessions
    self.memoryTerminations = memoryTerminations
  }

  var rate: Double { sessions > 0 ? Double(memoryTerminations) / Double(sessions) : 0 }
}

/// Widens a flag, holds it or takes it back, by what the treated sessions show.
///
/// The treated are compared with a control of the same size of bucket, drawn at random from the
/// same class, never with everyone else: the rest of the population has other devices, other
/// countries and other habits.
public struct RampPolicy: Hashable, Sendable {
  /// What to do with the share of one device class.
  public enum Decision: Hashable, Sendable {
    /// Raise the share to so many buckets.
    case widen(to: Int)
    /// Leave it as it is.
    case hold
    /// Nobody of this class is in any more.
    case goBack
  }

  /// The shares, in buckets, in the order in which they are tried.
  public let steps: [Int]
  /// How many sessions each group needs before anything is said.
  public let minimumSessions: Int
  /// How far the rate of terminations may lie above the control's and still count as equal.
  public let tolerance: Double
  /// How many standard errors make a difference: 1.645 errs once in twenty, on one side.
  public let criticalValue: Double

  /// A policy; the defaults are 1 %, 5 %, 20 %, 50 % and all.
  public init(
    steps: [Int] = [100, 500, 2_000, 5_000, RemoteFlag.buckets], minimumSessions: Int = 10_000,
    tolerance: Double = 0.0005, criticalValue: Double = 1.645
  ) {
    self.steps = steps.sorted()
    self.minimumSessions = max(1, minimumSessions)
    self.tolerance = max(0, tolerance)
    self.criticalValue = criticalValue
  }

  /// What to do with the share of one class, by a test of non-inferiority.
  ///
  /// Widening needs proof that the treated are not worse by more than the tolerance; going back
  /// needs proof that they are worse at all. In between there is not enough to say: hold. The
  /// standard error is that of two independent shares.
  ///
  /// - Parameters:
  ///   - share: The present share, in buckets.
  ///   - treated: The sessions with the change.
  ///   - control: The sessions without it, from buckets drawn for that purpose.
  /// - Returns: The decision for this class alone.
  public func decision(
    share: Int, treated: SessionCount, control: SessionCount
  ) -> Decision {
    guard treated.sessions >= minimumSessions, control.sessions >= minimumSessions else {
      return .hold
    }
    let difference = treated.rate - control.rate
    let error = Self.standardError(treated, control)
    if difference - criticalValue * error > 0 { return .goBack }
    guard difference + criticalValue * error <= tolerance else { return .hold }
    guard let next = steps.first(where: { $0 > share }) else { return .hold }
    return .widen(to: next)
  }

  /// The flag after a round of decisions, cheapest devices first.
  ///
  /// A class is widened only while every cheaper one has at least the share that it would get:
  /// memory is scarce where devices are cheap, so that is where a mistake shows first.
  ///
  /// - Parameters:
  ///   - flag: The flag as it is.
  ///   - classes: The device classes, cheapest first.
  ///   - counts: What was measured, by class; a class without counts holds, but for its start.
  /// - Returns: The flag with its new shares.
  public func next(
    _ flag: RemoteFlag, classes: [String],
    counts: [String: (treated: SessionCount, control: SessionCount)]
  ) -> RemoteFlag {
    var next = flag
    var ceiling = RemoteFlag.buckets
    for name in classes {
      let share = next.shares[name] ?? 0
      switch counts[name].map({ decision(share: share, treated: $0.treated, control: $0.control) })
      {
      case .goBack:
        next.shares[name] = 0
      case .widen(let wider):
        next.shares[name] = max(share, min(wider, ceiling))
      case .hold:
        break
      case nil where share == 0:
        next.shares[name] = min(steps.first ?? 0, ceiling)
      case nil:
        break
      }
      // What a cheaper class has not reached yet, a dearer one does not get.
      ceiling = min(ceiling, next.shares[name] ?? 0)
    }
    return next
  }

  private static func standardError(_ treated: SessionCount, _ control: SessionCount) -> Double {
    func variance(_ count: SessionCount) -> Double {
      // One more termination and one more survivor than were seen (Agresti and Caffo, 2000):
      // a group without any termination still has an error.
      let rate = Double(count.memoryTerminations + 1) / Double(count.sessions + 2)
      return rate * (1 - rate) / Double(count.sessions + 2)
    }
    return (variance(treated) + variance(control)).squareRoot()
  }
}

/// A hash that is the same in every launch, as `Hasher` is not: FNV-1a with 64 bits, mixed so
/// that its low bits are as good as its high ones.
enum StableHash {
  static func of(_ texts: [String]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for text in texts {
      // 0xFF occurs in no UTF-8 text, so "ab", "c" and "a", "bc" differ.
      for byte in Array(text.utf8) + [0xFF] {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ (hash >> 33)
  }
}
