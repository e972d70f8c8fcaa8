/// The longest single insert while a cache grows from nothing.
///
/// A machine that does something else in between delays another insert in each round; a table that
/// moves to a larger place, or a page of memory that is touched for the first time, delays the same
/// one each time. So the quickest of several rounds is taken for each insert, and the longest of
/// these is the cache's own.
struct WorstInsert {
  /// The longest one in the quickest round of each insert, in microseconds.
  let repeating: Double
  /// Which insert that is, from zero on.
  let place: Int
  /// The longest one in any round, in microseconds.
  let seen: Double

  /// - Parameter rounds: The time of each insert in nanoseconds, round by round; at least one.
  init(rounds: [[UInt32]]) {
    var quickest = rounds[0]
    for round in rounds.dropFirst() {
      for (place, time) in round.enumerated() where time < quickest[place] {
        quickest[place] = time
      }
    }
    place = quickest.indices.max { quickest[$0] < quickest[$1] } ?? 0
    repeating = Double(quickest[place]) / 1000
    seen = Double(rounds.joined().max() ?? 0) / 1000
  }
}
