import ActorOrLockSolution
import Foundation
import HowMuchMemorySolution

/// Measures how fast the memory tier is, and how long its worst insert takes, next to `NSCache`.
///
/// Numbers of one machine, to be compared within one run; nothing passes or fails by them.
@main
enum Main {
  private static let usage = """
    USAGE: MemoryTierBenchmark [--entries <count>] [--largest <count>] [--rounds <count>]

    OPTIONS:
      --entries <count>  How many entries a full cache has. (default: 10000)
      --largest <count>  The largest size for the worst insert. (default: 1000000)
      --rounds <count>   How often each is measured; the best counts. (default: 9)
      -h, --help         Show help information.

    """

  private static let explanation = """
    Each round of what follows is a process of its own: all memory is new to it, and waiting for the
    system to find some counts. 'repeating' is the longest of all inserts, each taken in its
    quickest round; what the machine does in between hits another insert each time. 'seen' is the
    longest in any round. On a busy machine both are longer.

    """

  /// On the main thread, whose memory is that of the process: the allocator of Linux gives other
  /// threads their memory in smaller steps.
  @MainActor static func main() async {
    var (entries, largest, rounds) = (10_000, 1_000_000, 9)
    var round: Int?
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      if ["--help", "-h"].contains(word) { return print(usage, terminator: "") }
      let value = words.popFirst()
      guard let value, let number = Int(value), number > 0 else {
        fail("Give a number from 1 on for '\(word)'.")
      }
      switch word {
      case "--entries": entries = number
      case "--largest": largest = number
      case "--rounds": rounds = number
      case GrowthRound.option: round = number
      default: fail("Unexpected argument: \(word).")
      }
    }
    if let round { return GrowthRound.measure(entries: round) }
    print("\(isOptimised ? "Release" : "Debug") build, one thread, the best of \(rounds) rounds\n")
    await printRates(entries: entries, rounds: rounds)
    print(explanation)
    for size in Set([entries, largest]).sorted() {
      printWorstInserts(entries: size, rounds: rounds)
    }
  }

  private static func printRates(entries: Int, rounds: Int) async {
    let world = World(entries: entries * 5)
    for (title, order) in [
      ("in the order of the inserts", Array(0..<entries)),
      ("in random order", (0..<entries).shuffled()),
    ] {
      var tier = Measurement<MemoryTier>(world, entries: entries, order: order)
      var locked = Measurement<LockedImageCache>(world, entries: entries, order: order)
      var foundation = Measurement<FoundationCache>(world, entries: entries, order: order)
      for _ in 0..<rounds {
        tier.runRound()
        foundation.runRound()
        locked.runRound()
      }
      print("Full with \(entries) entries, look-ups \(title)")
      print(row("cache", "hits/s", "misses/s", "evicting/s"))
      printRates(tier)
      printRates(foundation)
      printRates(locked)
      let reads = await ActorCache.reads(world, order: order, rounds: rounds)
      print(row("MemoryTier, await", millions(reads)))
      print("Without the actor a read is \(tenths(tier.hits / reads)) times as fast.\n")
    }
  }

  private static func printRates<Cache: Contestant>(_ measured: Measurement<Cache>) {
    print(
      row(
        Cache.name, millions(measured.hits), millions(measured.misses),
        millions(measured.evictingInserts)))
  }

  private static func printWorstInserts(entries: Int, rounds: Int) {
    print("Worst insert from empty to \(entries) entries, in µs")
    print(row("cache", "repeating", "at insert", "seen"))
    let measured: [[[UInt32]]]
    do {
      measured = try (0..<rounds).map { _ in try GrowthRound.run(entries: entries) }
    } catch {
      fail("A round did not start: \(error)")
    }
    for (index, name) in GrowthRound.names.enumerated() {
      let worst = WorstInsert(rounds: measured.map { $0[index] })
      print(row(name, tenths(worst.repeating), "\(worst.place)", tenths(worst.seen)))
    }
    print()
  }

  private static func row(_ cells: String...) -> String {
    cells.enumerated().map { index, cell in
      let padding = String(repeating: " ", count: max(0, (index == 0 ? 18 : 12) - cell.count))
      return index == 0 ? cell + padding : padding + cell
    }.joined()
  }

  private static func millions(_ number: Double) -> String {
    String(format: "%.2f M", number / 1e6)
  }

  private static func tenths(_ number: Double) -> String {
    String(format: "%.1f", number)
  }

  private static func fail(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data("Error: \(sentence)\n\(usage)".utf8))
    exit(64)
  }

  private static var isOptimised: Bool {
    var isDebug = false
    assert(
      {
        isDebug = true
        return true
      }())
    return !isDebug
  }
}
