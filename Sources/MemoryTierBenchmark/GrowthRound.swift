import ActorOrLockSolution
import Foundation
import HowMuchMemorySolution
import Vocabulary

/// One round of inserts into empty caches, in a process of its own.
///
/// There the system has to find all memory anew, as in an app that has just started; in the same
/// process a second round would get back what the first one left, and hide that cost. Hashes have
/// no random seed there, so that the same insert does the same in each round.
enum GrowthRound {
  /// The option that makes this program a round.
  static let option = "--growth-round"

  /// How many caches a round measures.
  static let names = [MemoryTier.name, FoundationCache.name, LockedImageCache.name]

  /// Starts a process for a round and waits for its end.
  ///
  /// - Returns: The time of each insert in nanoseconds, cache by cache.
  static func run(entries: Int) throws -> [[UInt32]] {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [option, "\(entries)"]
    process.environment = ["SWIFT_DETERMINISTIC_HASHING": "1"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let times = output.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    precondition(times.count == names.count * entries, "A round ended early.")
    return names.indices.map { Array(times[($0 * entries)..<(($0 + 1) * entries)]) }
  }

  /// Measures, and writes all times to the standard output.
  static func measure(entries: Int) {
    let world = World(entries: entries)
    for times in [
      times(MemoryTier.self, world), times(FoundationCache.self, world),
      times(LockedImageCache.self, world),
    ] {
      times.withUnsafeBytes { FileHandle.standardOutput.write(Data($0)) }
    }
  }

  private static func times<Cache: Contestant>(_: Cache.Type, _ world: World) -> [UInt32] {
    let keys = world.keys.map(Cache.key)
    var times = [UInt32](repeating: 0, count: keys.count)
    // Code is loaded when it first runs; and what this one has is not given to the next.
    let first = Cache(budget: World.cost)
    for place in 0..<min(2, keys.count) { first.insert(world.images[place], keys[place]) }
    let cache = Cache(budget: keys.count * World.cost)
    let clock = ContinuousClock()
    for place in keys.indices {
      let start = clock.now
      cache.insert(world.images[place], keys[place])
      times[place] = UInt32(clamping: Int((clock.now - start) / .nanoseconds(1)))
    }
    withExtendedLifetime((first, cache)) {}
    return times
  }
}
