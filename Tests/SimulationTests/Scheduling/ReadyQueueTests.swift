import XCTest

@testable import Simulation

final class ReadyQueueTests: XCTestCase {
  func testTakingFromTheFrontKeepsTheOrderAcrossGrowth() {
    var queue = ReadyQueue<Int>()
    var taken: [Int] = []
    for number in 0..<100 {
      queue.append(number)
      if number.isMultiple(of: 3), let next = queue.take(at: 0) { taken.append(next) }
    }
    while let next = queue.take(at: 0) { taken.append(next) }
    XCTAssertEqual(taken, Array(0..<100))
  }

  func testTakingFromTheMiddleMovesTheFrontIntoTheGap() {
    var queue = ReadyQueue<Int>()
    (0..<5).forEach { queue.append($0) }
    XCTAssertEqual(queue.take(at: 3), 3)
    XCTAssertEqual((0..<4).compactMap { _ in queue.take(at: 0) }, [1, 2, 0, 4])
  }

  func testTakesNothingBeyondItsEnds() {
    var queue = ReadyQueue<Int>()
    XCTAssertNil(queue.take(at: 0))
    queue.append(1)
    XCTAssertNil(queue.take(at: 1))
    XCTAssertNil(queue.take(at: -1))
    XCTAssertEqual(queue.take(at: 0), 1)
    XCTAssertTrue(queue.isEmpty)
  }

  func testRandomTakesReturnEachElementOnce() {
    var random = SplitMix64(seed: 2)
    var queue = ReadyQueue<Int>()
    var taken: [Int] = []
    for number in 0..<1_000 {
      queue.append(number)
      if random.next(below: 2) == 0, let next = queue.take(at: random.next(below: queue.count)) {
        taken.append(next)
      }
    }
    while let next = queue.take(at: random.next(below: max(1, queue.count))) { taken.append(next) }
    XCTAssertEqual(taken.sorted(), Array(0..<1_000))
  }
}
