import Vocabulary

/// The longest single insert while a cache grows from nothing.
struct WorstInsert {
  /// The longest one in the quickest run of each insert, in microseconds.
  ///
  /// A machine that runs something else in between delays another insert each time; a table that
  /// moves to a larger place delays the same one each time. So the quickest of several runs is
  /// taken for each insert, and the longest of these is the cache's own.
  var repeating: Double
  /// The longest one in any run, in microseconds.
  var seen: Double

  init<Cache: Contestant>(_: Cache.Type, entries: Int, rounds: Int = 5) {
    let world = World(entries: entries)
    let keys = world.keys.map(Cache.key)
    var quickest = [Duration](repeating: .seconds(3600), count: entries)
    var longest = Duration.zero
    let clock = ContinuousClock()
    for _ in 0..<rounds {
      let cache = Cache(budget: entries * World.cost)
      for place in 0..<entries {
        let start = clock.now
        cache.insert(world.images[place], keys[place])
        let time = clock.now - start
        quickest[place] = min(quickest[place], time)
        longest = max(longest, time)
      }
    }
    repeating = (quickest.max() ?? .zero) / .microseconds(1)
    seen = longest / .microseconds(1)
  }
}
