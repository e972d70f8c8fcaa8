import Synchronization

/// Random numbers that are the same in every run, for any task.
public final class Dice: Sendable {
  private let state: Mutex<UInt64>

  /// Dice that roll the same numbers for the same seed.
  public init(seed: UInt64) {
    state = Mutex(seed)
  }

  /// A number from zero to one below the limit.
  public func roll(_ limit: Int) -> Int {
    state.withLock { state in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(max(1, limit)))
    }
  }
}
