import Vocabulary

/// The speed of one cache: operations a second on a full one, and the worst insert into a growing
/// one.
struct Measurement {
  /// Look-ups that find something, a second.
  var hits: Double
  /// Look-ups that find nothing, a second.
  var misses: Double
  /// Inserts into a full cache, each of which sends one picture away, a second.
  var evictingInserts: Double

  /// Measures a cache of that many entries, all of one size.
  ///
  /// The best of several rounds counts, since whatever else the machine does only takes away.
  init<Cache: Contestant>(_: Cache.Type, entries: Int, rounds: Int = 7) {
    let world = World(entries: entries * 5)
    let keys = world.keys.map(Cache.key)
    let cache = Cache(budget: entries * World.cost)
    for place in 0..<entries { cache.insert(world.images[place], keys[place]) }

    let order = CommandLine.arguments.count > 1 ? Array(0..<entries) : (0..<entries).shuffled()
    let repeats = max(1, 1_000_000 / entries)
    var best = [Double](repeating: 0, count: 3)
    for _ in 0..<rounds {
      // The keys that are held lie in the first fifth, the absent ones in the second.
      for (measure, keys) in [Array(keys[0..<entries]), Array(keys[entries..<(2 * entries)])]
        .enumerated()
      {
        var found = 0
        let rate = Self.rate(entries * repeats) {
          for _ in 0..<repeats {
            for place in order where cache.find(keys[place]) != nil { found += 1 }
          }
        }
        precondition(found == (measure == 0 ? entries * repeats : 0))
        best[measure] = max(best[measure], rate)
      }
    }
    for _ in 0..<rounds {
      let inserts = keys.count
      let rate = Self.rate(inserts) {
        for place in entries..<(entries + inserts) {
          cache.insert(world.images[place % inserts], keys[place % inserts])
        }
      }
      best[2] = max(best[2], rate)
    }
    (hits, misses, evictingInserts) = (best[0], best[1], best[2])
  }

  private static func rate(_ operations: Int, _ body: () -> Void) -> Double {
    let time = ContinuousClock().measure(body)
    return Double(operations) / (time / .seconds(1))
  }
}
