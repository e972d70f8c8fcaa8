import SuiteParts
import VisibleBeforePrefetchSolution
import Vocabulary
import XCTest

final class VisibleBeforePrefetchOrderTests: XCTestCase {
  /// An order whose start limit is out of the way.
  private func unlimited(width: Int = 1, visibleInARow: Int = 1_000_000) -> LoadOrder<Int> {
    LoadOrder(
      width: width, startsPerSecond: 1_000_000, burst: 1_000_000, visibleInARow: visibleInARow)
  }

  /// Starts what is next until something holds it up.
  private func startAll<ID>(_ order: inout LoadOrder<ID>, at now: Duration = .zero) -> [ID] {
    var started: [ID] = []
    while case .start(let id) = order.next(at: now) {
      order.start(id, at: now)
      started.append(id)
    }
    return started
  }

  /// Starts one after the other, each as the one before has ended, until nothing waits.
  private func drain(_ order: inout LoadOrder<Int>) -> [Int] {
    var started: [Int] = []
    while case .start(let id) = order.next(at: .zero) {
      order.start(id, at: .zero)
      order.finish()
      started.append(id)
    }
    return started
  }

  func testVisibleBeforePrefetchAndFirstInFirstOutInsideAClass() {
    var order = unlimited()
    for id in 0..<4 { XCTAssertTrue(order.enqueue(id, at: .prefetch)) }
    for id in 10..<14 { XCTAssertTrue(order.enqueue(id, at: .visible)) }
    XCTAssertEqual(order.waitingCount, 8)
    XCTAssertEqual(drain(&order), [10, 11, 12, 13, 0, 1, 2, 3])
    XCTAssertEqual(order.waitingCount, 0)
  }

  func testNeverMoreThanTheWidth() {
    var order = unlimited(width: 4)
    for id in 0..<10 { XCTAssertTrue(order.enqueue(id, at: id < 5 ? .prefetch : .visible)) }
    XCTAssertEqual(startAll(&order), [5, 6, 7, 8])
    XCTAssertEqual(order.runningCount, 4)
    XCTAssertEqual(order.next(at: .seconds(100)), .rest)
    order.finish()
    XCTAssertEqual(startAll(&order), [9])
    order.finish()
    order.finish()
    XCTAssertEqual(startAll(&order), [0, 1])
  }

  func testARaisedPrefetchIsNextAndALoweredOneSinksAgain() {
    var order = unlimited()
    for id in 0..<10 { XCTAssertTrue(order.enqueue(id, at: .prefetch)) }
    order.raise(9)
    XCTAssertEqual(order.next(at: .zero), .start(9))
    order.lower(9)
    XCTAssertEqual(order.next(at: .zero), .start(0))
    order.raise(5)
    order.raise(7)
    order.lower(5)
    order.raise(7)
    XCTAssertEqual(order.waitingCount, 10)
    XCTAssertEqual(drain(&order), [7, 0, 1, 2, 3, 4, 6, 8, 9, 5])
  }

  func testALoadIsInTheOrderOnce() {
    var order = unlimited()
    XCTAssertTrue(order.enqueue(1, at: .prefetch))
    XCTAssertFalse(order.enqueue(1, at: .prefetch))
    XCTAssertFalse(order.enqueue(1, at: .visible))
    XCTAssertEqual(drain(&order), [1])
    XCTAssertTrue(order.enqueue(1, at: .visible), "once it has started, the id is free")
  }

  func testWhatIsNotWaitingChangesNothing() {
    var order = unlimited(width: 2)
    order.raise(1)
    order.lower(1)
    order.remove(1)
    order.finish()
    order.start(1, at: .zero)
    XCTAssertEqual(order.runningCount, 0)
    XCTAssertEqual(order.next(at: .zero), .rest)
    XCTAssertTrue(order.enqueue(1, at: .visible))
    XCTAssertEqual(startAll(&order), [1])
    order.raise(1)
    order.lower(1)
    order.remove(1)
    XCTAssertEqual(order.runningCount, 1)
    XCTAssertEqual(order.waitingCount, 0)
  }

  func testNumbersBelowOneAreTakenForOne() {
    for number in [1, 0, -1, .min] {
      var order = LoadOrder<Int>(
        width: number, startsPerSecond: number, burst: number, visibleInARow: number)
      for id in 0..<4 { XCTAssertTrue(order.enqueue(id, at: id < 2 ? .prefetch : .visible)) }
      XCTAssertEqual(startAll(&order), [2])
      order.finish()
      XCTAssertEqual(order.next(at: .milliseconds(999)), .wait(until: .seconds(1)))
      XCTAssertEqual(startAll(&order, at: .seconds(1)), [0])
    }
  }

  func testABurstAndThenAStartEachInterval() {
    var order = LoadOrder<Int>(width: 1_000)
    for id in 0..<60 { XCTAssertTrue(order.enqueue(id, at: .visible)) }
    XCTAssertEqual(startAll(&order), Array(0..<25))
    XCTAssertEqual(order.next(at: .zero), .wait(until: .microseconds(12_500)))
    XCTAssertEqual(order.next(at: .nanoseconds(12_499_999)), .wait(until: .microseconds(12_500)))
    XCTAssertEqual(startAll(&order, at: .microseconds(12_500)), [25])
    XCTAssertEqual(startAll(&order, at: .milliseconds(50)), [26, 27, 28])
    XCTAssertEqual(startAll(&order, at: .seconds(100)), Array(29..<54), "full, and not fuller")
  }

  func testTheBucketIsNeverExceededInAnyWindow() {
    let dice = Dice(seed: 11)
    var order = LoadOrder<Int>(width: 100_000)
    var starts: [Duration] = []
    var now = Duration.zero
    for id in 0..<3_000 {
      XCTAssertTrue(order.enqueue(id, at: id % 2 == 0 ? .visible : .prefetch))
      if dice.roll(5) == 0 { order.remove(id) }
      starts += startAll(&order, at: now).map { _ in now }
      now += .microseconds(dice.roll(20) == 0 ? dice.roll(900_000) : dice.roll(15_000))
    }
    XCTAssertGreaterThan(starts.count, 1_000)
    for (first, begin) in starts.enumerated() {
      for last in first..<min(first + 200, starts.count) {
        let intervals = (starts[last] - begin) / Duration.microseconds(12_500)
        XCTAssertLessThanOrEqual(Double(last - first + 1), 25 + intervals)
      }
    }
  }

  func testWhatIsRemovedWhileItWaitsUsesNeitherSlotNorToken() {
    var order = LoadOrder<Int>(width: 30)
    for id in 0..<100 { XCTAssertTrue(order.enqueue(id, at: .visible)) }
    for id in 0..<90 { order.remove(id) }
    XCTAssertEqual(startAll(&order), Array(90..<100))
    for id in 100..<120 { XCTAssertTrue(order.enqueue(id, at: .visible)) }
    XCTAssertEqual(startAll(&order), Array(100..<115), "25 tokens less the 10 that were used")
  }

  func testAPrefetchIsNeverStarved() {
    var order = unlimited(visibleInARow: 32)
    for id in 0..<5 { XCTAssertTrue(order.enqueue(id, at: .prefetch)) }
    var next = 100
    var places: [Int] = []
    for place in 1...5 * 33 {
      while order.waitingCount < 40 {
        XCTAssertTrue(order.enqueue(next, at: .visible))
        next += 1
      }
      guard case .start(let id) = order.next(at: .zero) else { return XCTFail("nothing starts") }
      order.start(id, at: .zero)
      order.finish()
      if id < 100 { places.append(place) }
    }
    XCTAssertEqual(places, (1...5).map { $0 * 33 })
  }

  func testVisibleLoadsThatPassedNobodyCountForNothing() {
    var order = unlimited(visibleInARow: 3)
    for id in 0..<3 { XCTAssertTrue(order.enqueue(id, at: .visible)) }
    XCTAssertEqual(drain(&order), [0, 1, 2])
    XCTAssertTrue(order.enqueue(10, at: .prefetch))
    for id in 3..<7 { XCTAssertTrue(order.enqueue(id, at: .visible)) }
    XCTAssertEqual(drain(&order), [3, 4, 5, 10, 6])
  }

  func testAgainstAPlainModel() {
    let dice = Dice(seed: 5)
    var order = unlimited(width: 3)
    var visible: [Int] = []
    var prefetch: [Int] = []
    var running = 0
    for step in 0..<20_000 {
      let id = dice.roll(40)
      switch dice.roll(6) {
      case 0, 1:
        let isNew = !visible.contains(id) && !prefetch.contains(id)
        let level: LoadPriority = dice.roll(2) == 0 ? .visible : .prefetch
        XCTAssertEqual(order.enqueue(id, at: level), isNew)
        if isNew, level == .visible { visible.append(id) } else if isNew { prefetch.append(id) }
      case 2:
        order.raise(id)
        if let place = prefetch.firstIndex(of: id) { visible.append(prefetch.remove(at: place)) }
      case 3:
        order.lower(id)
        if let place = visible.firstIndex(of: id) { prefetch.append(visible.remove(at: place)) }
      case 4:
        order.remove(id)
        visible.removeAll { $0 == id }
        prefetch.removeAll { $0 == id }
      default:
        order.finish()
        running = max(0, running - 1)
      }
      if running < 3, let first = visible.first ?? prefetch.first {
        XCTAssertEqual(order.next(at: .zero), .start(first), "step \(step)")
        order.start(first, at: .zero)
        visible.removeAll { $0 == first }
        prefetch.removeAll { $0 == first }
        running += 1
      }
      XCTAssertEqual(order.waitingCount, visible.count + prefetch.count, "step \(step)")
      XCTAssertEqual(order.runningCount, running, "step \(step)")
    }
  }

  /// Counted in look-ups instead of seconds: as many with 100,000 waiting as with 1,000.
  func testAChangeCostsTheSameHoweverManyWait() {
    func lookUps(_ waiting: Int) -> Int {
      var order = LoadOrder<CountedID>(width: 1)
      for number in 0..<waiting {
        XCTAssertTrue(order.enqueue(CountedID(number), at: number % 2 == 0 ? .visible : .prefetch))
      }
      let before = CountedID.lookUps
      for step in 0..<300 {
        let number = (step * 7_919) % waiting
        order.lower(CountedID(number))
        order.raise(CountedID(number))
        order.remove(CountedID(number))
      }
      return CountedID.lookUps - before
    }
    let few = lookUps(1_000)
    XCTAssertLessThanOrEqual(lookUps(100_000), few + few / 10)
  }
}
