/// Turns a schedule into one pick after another.
struct Chooser {
  private enum Source {
    case inOrder
    case shuffled(SplitMix64)
    case replay(ArraySlice<Int>)
  }

  private var source: Source
  /// The picks so far, kept only when asked for: a long run would not fit in memory.
  private(set) var choices: [Int]?
  /// Set once a replayed pick pointed beyond the ready list.
  private(set) var hasMisfit = false

  init(_ schedule: Schedule, recordsChoices: Bool) {
    source =
      switch schedule {
      case .inOrder: .inOrder
      case .shuffled(let seed): .shuffled(SplitMix64(seed: seed))
      case .replay(let choices): .replay(choices[...])
      }
    choices = recordsChoices ? [] : nil
  }

  /// The place of the next job among `count` ready ones.
  ///
  /// One ready job is no choice: it uses up no random number and no replayed pick.
  mutating func choose(among count: Int) -> Int {
    guard count > 1 else { return 0 }
    let choice = pick(among: count)
    choices?.append(choice)
    return choice
  }

  private mutating func pick(among count: Int) -> Int {
    switch source {
    case .inOrder:
      return 0
    case .shuffled(var generator):
      let choice = generator.next(below: count)
      source = .shuffled(generator)
      return choice
    case .replay(var rest):
      let wanted = rest.popFirst() ?? 0
      source = .replay(rest)
      if wanted < 0 || wanted >= count { hasMisfit = true }
      return min(max(wanted, 0), count - 1)
    }
  }
}
