import Foundation
import LRUYourselfSolution
import Simulation
import XCTest

final class LRUYourselfTests: XCTestCase {
  /// A cache without cleverness: an array, the newest last.
  private struct Model {
    var entries: [(key: Int, value: Int, cost: Int)] = []
    var limit: Int

    mutating func value(for key: Int) -> Int? {
      guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = entries.remove(at: place)
      entries.append(entry)
      return entry.value
    }

    mutating func remove(_ key: Int) -> Int? {
      guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
      return entries.remove(at: place).value
    }

    mutating func insert(_ value: Int, for key: Int, cost: Int) -> Bool {
      _ = remove(key)
      guard cost <= limit else { return false }
      while total > limit - cost { entries.removeFirst() }
      entries.append((key, value, cost))
      return true
    }

    var total: Int { entries.reduce(0) { $0 + $1.cost } }
  }

  func testTenThousandRandomOperationsAgreeWithAPlainModel() {
    for seed in UInt64(0)..<5 {
      var dice = BytesToys.Dice(seed: seed)
      let cache = LRUCache<Int, Int>(costLimit: 40)
      var model = Model(limit: 40)
      for step in 0..<10_000 {
        let key = Int.random(in: 0..<24, using: &dice)
        switch Int.random(in: 0..<20, using: &dice) {
        case 0..<8:
          XCTAssertEqual(cache.value(for: key), model.value(for: key))
        case 8..<16:
          let cost = Int.random(in: 0...(step % 50 == 0 ? 60 : 9), using: &dice)
          XCTAssertEqual(
            cache.insert(step, for: key, cost: cost), model.insert(step, for: key, cost: cost))
        case 16..<18:
          XCTAssertEqual(cache.remove(key), model.remove(key))
        case 18:
          let oldest = cache.removeOldest()
          XCTAssertEqual(oldest?.key, model.entries.first?.key)
          XCTAssertEqual(oldest?.value, model.entries.first?.value)
          if !model.entries.isEmpty { model.entries.removeFirst() }
        default:
          let limit = Int.random(in: 20..<60, using: &dice)
          cache.costLimit = limit
          model.limit = limit
          while model.total > limit { model.entries.removeFirst() }
        }
        XCTAssertEqual(cache.keys, model.entries.map(\.key).reversed())
        XCTAssertEqual(cache.totalCost, model.total)
        XCTAssertEqual(cache.count, model.entries.count)
        guard cache.keys == model.entries.map(\.key).reversed() else {
          return XCTFail("seed \(seed), step \(step)")
        }
      }
    }
  }

  func testTheOldestLeavesTheMapToo() {
    let cache = LRUCache<String, Int>(costLimit: 2)
    cache.insert(1, for: "a")
    cache.insert(2, for: "b")
    cache.insert(3, for: "c")
    XCTAssertNil(cache.value(for: "a"))
    XCTAssertNil(cache.remove("a"))
    XCTAssertEqual(cache.count, 2)
    cache.insert(4, for: "a")
    XCTAssertEqual(cache.keys, ["a", "c"])
  }

  func testAnOverwriteRefreshesAndCostsAnew() {
    let cache = LRUCache<String, Int>(costLimit: 10)
    cache.insert(1, for: "a", cost: 4)
    cache.insert(2, for: "b", cost: 4)
    cache.insert(3, for: "a", cost: 6)
    XCTAssertEqual(cache.totalCost, 10)
    XCTAssertEqual(cache.keys, ["a", "b"])
    XCTAssertEqual(cache.value(for: "a"), 3)
  }

  func testReadingTheOldestAndRemovingEnds() {
    let cache = LRUCache<Int, Int>(costLimit: 9)
    for number in 1...4 { cache.insert(number, for: number) }
    XCTAssertEqual(cache.value(for: 1), 1)
    XCTAssertEqual(cache.keys, [1, 4, 3, 2])
    cache.remove(1)
    cache.remove(2)
    XCTAssertEqual(cache.keys, [4, 3])
    cache.remove(4)
    XCTAssertEqual(cache.removeOldest()?.key, 3)
    XCTAssertNil(cache.removeOldest())
    XCTAssertEqual(cache.keys, [])
    XCTAssertEqual(cache.totalCost, 0)
    cache.insert(5, for: 5)
    XCTAssertEqual(cache.keys, [5])
  }

  func testWhatIsTooLargeIsRefusedAndOnlyItsFormerValueGoes() {
    let cache = LRUCache<String, Int>(costLimit: 10)
    cache.insert(1, for: "a", cost: 5)
    cache.insert(2, for: "b", cost: 5)
    XCTAssertFalse(cache.insert(3, for: "b", cost: 11))
    XCTAssertNil(cache.value(for: "b"))
    XCTAssertEqual(cache.keys, ["a"])
    XCTAssertFalse(cache.insert(4, for: "c", cost: .max))
    XCTAssertEqual(cache.keys, ["a"])
  }

  func testCostsAtTheEdges() {
    let cache = LRUCache<Int, Int>(costLimit: .max)
    XCTAssertTrue(cache.insert(1, for: 1, cost: .max))
    XCTAssertTrue(cache.insert(2, for: 2, cost: .max))
    XCTAssertEqual(cache.keys, [2])
    XCTAssertTrue(cache.insert(3, for: 3, cost: -5))
    XCTAssertEqual(cache.totalCost, .max)
    cache.costLimit = -1
    XCTAssertEqual(cache.count, 1, "what costs nothing stays")
    XCTAssertEqual(cache.totalCost, 0)
    XCTAssertTrue(cache.insert(4, for: 4, cost: 0))
    XCTAssertFalse(cache.insert(5, for: 5, cost: 1))
  }

  /// Counts how often it is hashed or compared.
  private struct CountedKey: Hashable {
    let number: Int
    let tally: BytesToys.Tally

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.tally.add()
      return lhs.number == rhs.number
    }

    func hash(into hasher: inout Hasher) {
      tally.add()
      hasher.combine(number)
    }
  }

  func testAnOperationLooksAtAFewKeysHoweverManyThereAre() {
    for count in [1_000, 30_000] {
      let tally = BytesToys.Tally()
      let keys = (0..<(2 * count)).map { CountedKey(number: $0, tally: tally) }
      let cache = LRUCache<CountedKey, Int>(costLimit: count)
      for number in 0..<count { cache.insert(number, for: keys[number]) }
      let before = tally.value
      for number in 0..<count { XCTAssertNotNil(cache.value(for: keys[number])) }
      for number in count..<(2 * count) { cache.insert(number, for: keys[number]) }
      XCTAssertLessThan(Double(tally.value - before) / Double(2 * count), 12, "\(count) entries")
    }
  }

  func testAllValuesAreReleased() {
    let tally = BytesToys.Tally()
    var cache: LRUCache? = LRUCache<Int, BytesToys.Lifetime>(costLimit: 50)
    for number in 0..<100 {
      tally.add()
      cache?.insert(BytesToys.Lifetime { tally.add(-1) }, for: number)
    }
    XCTAssertEqual(tally.value, 50)
    cache?.removeAll()
    XCTAssertEqual(tally.value, 0)
    cache?.insert(BytesToys.Lifetime { tally.add(-1) }, for: 1)
    cache = nil
    XCTAssertEqual(tally.value, -1)
  }

  func testAMillionNodesEndWithoutADeepStack() {
    let thread = Thread {
      let cache = LRUCache<Int, Int>(costLimit: 1_000_000)
      for number in 0..<1_000_000 { cache.insert(number, for: number) }
      XCTAssertEqual(cache.count, 1_000_000)
    }
    thread.stackSize = 512 * 1024
    thread.start()
    while !thread.isFinished { Thread.sleep(forTimeInterval: 0.001) }
  }
}
