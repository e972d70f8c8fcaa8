/// Makes a failing list of picks short, so that a person can follow it.
///
/// A pick of zero means "in order", and picks at the end of the list that are zero can be left
/// out. The shrinker sets as many picks to zero as it can while the run still fails: halves
/// first, then smaller pieces, then each alone (after Zeller and Hildebrandt's delta debugging,
/// IEEE TSE 28(2), 2002).
public enum ScheduleShrinker {
  /// Shrinks `choices`.
  ///
  /// - Parameters:
  ///   - choices: Picks under which the run fails, from ``SimulationRun/choices``.
  ///   - attempts: How often `fails` may be asked at the most.
  ///   - fails: Runs the program under ``Schedule/replay(_:)`` with the given picks, and tells
  ///     whether it fails in the same way.
  /// - Returns: Picks under which it fails; `choices` itself where nothing shorter was found.
  public static func shrink(
    _ choices: [Int], attempts: Int = 300, fails: ([Int]) -> Bool
  ) -> [Int] {
    var best = choices
    var left = attempts
    func accept(_ candidate: [Int]) -> Bool {
      guard left > 0, candidate != best else { return false }
      left -= 1
      guard fails(candidate) else { return false }
      best = candidate
      return true
    }

    _ = accept(withoutTrailingZeros(best))
    var piece = max(1, best.count)
    while left > 0 {
      var start = 0
      while start < best.count, left > 0 {
        let end = min(start + piece, best.count)
        if best[start..<end].contains(where: { $0 != 0 }) {
          var candidate = best
          for index in start..<end { candidate[index] = 0 }
          _ = accept(withoutTrailingZeros(candidate))
        }
        start += piece
      }
      if piece == 1 { break }
      piece = (piece + 1) / 2
    }
    return best
  }

  private static func withoutTrailingZeros(_ choices: [Int]) -> [Int] {
    Array(choices[..<((choices.lastIndex { $0 != 0 } ?? -1) + 1)])
  }
}
