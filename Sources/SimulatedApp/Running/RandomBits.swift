import Simulation
import Synchronization

/// Random bits that are the same for the same seed, from any thread.
final class RandomBits: Sendable {
  private let generator: Mutex<SplitMix64>

  init(seed: UInt64) {
    generator = Mutex(SplitMix64(seed: seed))
  }

  func next() -> UInt64 { generator.withLock { $0.next() } }
}
