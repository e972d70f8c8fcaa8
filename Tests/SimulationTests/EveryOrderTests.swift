import Simulation
import XCTest

/// Shuffled schedules reach every order that is possible, and no other.
final class EveryOrderTests: XCTestCase {
  /// Two tasks of three steps each can be interleaved in 6! / (3! · 3!) = 20 ways.
  func testTwoThousandSeedsShowEveryInterleaving() throws {
    for driver in DriverName.available {
      for hops in ActorHops.allCases {
        let seen = try interleavings(seeds: 2_000, driver, hops)
        XCTAssertEqual(seen, Self.possible, "\(driver), hops \(hops)")
      }
    }
  }

  /// The racy program of every interview: read, let go, write. Two tasks, two rounds each.
  func testLostUpdatesComeInEveryNumber() throws {
    var totals: Set<Int> = []
    for seed in UInt64(0)..<2_000 {
      let run = Simulation(schedule: .shuffled(seed)).run {
        let account = Account()
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<2 {
            group.addTask { for _ in 0..<2 { await account.depositCarelessly() } }
          }
        }
        return await account.balance
      }
      totals.insert(try run.get())
    }
    XCTAssertEqual(totals, [2, 3, 4])
  }

  private static let possible: Set<String> = {
    var words: Set<String> = [""]
    for _ in 0..<6 { words = Set(words.flatMap { [$0 + "a", $0 + "b"] }) }
    return words.filter { word in word.count { $0 == "a" } == 3 }
  }()

  private func interleavings(
    seeds: UInt64, _ driver: DriverName, _ hops: ActorHops
  ) throws -> Set<String> {
    var seen: Set<String> = []
    for seed in 0..<seeds {
      let simulation = Simulation(schedule: .shuffled(seed), hops: hops, driver: driver)
      let run = simulation.run {
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b"] {
            group.addTask {
              for step in 1...3 {
                simulation.record(name)
                if step < 3 { await Task.yield() }
              }
            }
          }
        }
      }
      try run.get()
      seen.insert(run.timeline.events.map(\.what).joined())
    }
    return seen
  }
}

private actor Account {
  private(set) var balance = 0

  /// Reads before it waits and writes after it.
  func depositCarelessly() async {
    let before = balance
    await Task.yield()
    balance = before + 1
  }
}
