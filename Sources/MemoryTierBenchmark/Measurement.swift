import Vocabulary

/// The speed of one cache that is full: operations a second.
///
/// Rounds of several caches can take turns, so that a machine which is busy at times is busy for
/// all of them. The best round counts, since whatever else the machine does only takes away.
struct Measurement<Cache: Contestant> {
  /// Look-ups that find something, a second.
  private(set) var hits = 0.0
  /// Look-ups that find nothing, a second.
  private(set) var misses = 0.0
  /// Inserts each of which sends one picture away, a second.
  private(set) var evictingInserts = 0.0

  private let cache: Cache
  private let images: [Bitmap]
  private let keys: [Cache.Key]
  private let order: [Int]
  private let repeats: Int

  /// A cache of that many entries, all of one size.
  ///
  /// - Parameters:
  ///   - world: At least twice as many keys, and pictures.
  ///   - entries: How many the cache holds.
  ///   - order: The order of the look-ups among them.
  init(_ world: World, entries: Int, order: [Int]) {
    images = world.images
    keys = world.keys.map(Cache.key)
    self.order = order
    repeats = max(1, 400_000 / entries)
    cache = Cache(budget: entries * World.cost)
    for place in 0..<entries { cache.insert(images[place], keys[place]) }
  }

  /// Looks up and inserts for a moment. At the end the cache holds what it held at the start.
  mutating func runRound() {
    let entries = order.count
    let (held, absent) = (keys[..<entries], keys[entries..<(2 * entries)])
    hits = max(hits, rate(entries * repeats) { lookUp(Array(held), expecting: entries) })
    misses = max(misses, rate(entries * repeats) { lookUp(Array(absent), expecting: 0) })
    evictingInserts = max(
      evictingInserts,
      rate(keys.count) {
        for place in entries..<(entries + keys.count) {
          cache.insert(images[place % images.count], keys[place % keys.count])
        }
      })
  }

  private func lookUp(_ keys: [Cache.Key], expecting expected: Int) {
    for _ in 0..<repeats {
      var found = 0
      for place in order where cache.find(keys[place]) != nil { found += 1 }
      precondition(found == expected || !Cache.isExact, "\(Cache.name) found \(found)")
    }
  }

  private func rate(_ operations: Int, _ body: () -> Void) -> Double {
    let time = ContinuousClock().measure(body)
    return Double(operations) / (time / .seconds(1))
  }
}
