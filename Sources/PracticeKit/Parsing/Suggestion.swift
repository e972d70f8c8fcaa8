/// Finds what was probably meant by a name that does not exist.
enum Suggestion {
  /// The name that is fewest edits away, without regard to case; nil where all are far.
  ///
  /// Far is more than a third of the letters, and always more than three. The first of equals
  /// wins.
  static func nearest(to word: String, among names: [String]) -> String? {
    let allowed = min(3, max(1, word.count / 3))
    let word = word.lowercased()
    let scored = names.map { (name: $0, edits: edits(from: word, to: $0.lowercased())) }
    return scored.filter { $0.edits <= allowed }.min { $0.edits < $1.edits }?.name
  }

  /// How many insertions, removals, replacements and exchanges of neighbours lead from one word
  /// to the other (optimal string alignment). O(n · m).
  static func edits(from first: String, to second: String) -> Int {
    let first = Array(first)
    let second = Array(second)
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        let isSame = first[row] == second[column]
        var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[second.count]
  }
}
