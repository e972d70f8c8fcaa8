import PrefetchIsABetSolution
import Vocabulary
import Simulation
import XCTest

final class PrefetchPlanTests: XCTestCase {
  // MARK: The window

  func testTheWindowRunsAheadInTheDirectionOfTravelOnly() {
    var plan = PrefetchPlan(distance: 3, rowCount: 100)
    XCTAssertEqual(rows(plan.show(10..<15, .forward)), [15, 16, 17])
    XCTAssertEqual(rows(plan.show(11..<16, .forward)), [18])
    XCTAssertEqual(rows(plan.show(11..<16, .forward)), [])
    var other = PrefetchPlan(distance: 3, rowCount: 100)
    XCTAssertEqual(rows(other.show(10..<15, .backward)), [9, 8, 7], "the nearest first")
  }

  func testAChangeOfDirectionCallsOffWhatLiesBehind() {
    var plan = PrefetchPlan(distance: 3, rowCount: 100)
    _ = plan.show(10..<15, .forward)
    let steps = plan.show(9..<14, .backward)
    XCTAssertEqual(cancelled(steps), [15, 16, 17])
    XCTAssertEqual(rows(steps), [8, 7, 6])
    XCTAssertEqual(steps.prefix(3).map(isStart), [false, false, false], "what frees slots first")
  }

  func testAJumpCallsOffWhatIsBehindTheWindow() {
    var plan = PrefetchPlan(distance: 20, rowCount: 1000)
    _ = plan.show(0..<5, .forward)
    let steps = plan.show(200..<205, .forward)
    XCTAssertEqual(cancelled(steps), Array(5..<25))
    XCTAssertEqual(rows(steps), Array(205..<225))
    XCTAssertEqual(plan.counts.running, 20)
  }

  func testRowsOnTheScreenAreNeverCalledOffByAWindow() {
    var plan = PrefetchPlan(distance: 5, rowCount: 100)
    _ = plan.show(10..<15, .forward)
    XCTAssertEqual(cancelled(plan.show(15..<20, .forward)), [])
    XCTAssertEqual(cancelled(plan.show(15..<20, .backward)), [20, 21, 22, 23, 24])
    XCTAssertEqual(cancelled(plan.pause(.memoryPressure)).filter((15..<20).contains), [])
    XCTAssertEqual(cancelled(plan.show(17..<22, .forward)), [15, 16])
  }

  func testTheEndsOfTheListBoundTheWindow() {
    var plan = PrefetchPlan(distance: .max, rowCount: 8)
    XCTAssertEqual(rows(plan.show(0..<5, .forward)), [5, 6, 7])
    XCTAssertEqual(cancelled(plan.show(2..<4, .backward)), [5, 6, 7])
    XCTAssertEqual(plan.counts.running, 2)
  }

  func testBadValuesAreTakenForTheNearestGoodOnes() {
    var none = PrefetchPlan(distance: -3, rowCount: -1)
    XCTAssertEqual(none.show(0..<5, .forward), [])
    XCTAssertEqual(none.changeRows(from: -7, count: 3), [])
    XCTAssertEqual(none.show(0..<5, .backward), [])
    var plan = PrefetchPlan(distance: 2, rowCount: 10)
    XCTAssertEqual(plan.show(20..<30, .forward), [])
    XCTAssertEqual(plan.show(Int.min..<Int.max, .forward), [])
    XCTAssertEqual(plan.show((-5)..<1, .forward).count, 2)
    _ = plan.show(9..<10, .forward)
    var stranger = PrefetchPlan(distance: 9, rowCount: 99)
    for load in loads(stranger.show(0..<5, .forward)) { plan.end(load, .finished(byteCount: 7)) }
    XCTAssertEqual(plan.counts.finished, 0)
  }

  func testAListThatLeavesTheScreenTakesItsBetsAlong() {
    var plan = PrefetchPlan(distance: 3, rowCount: 100)
    _ = plan.show(10..<15, .forward)
    _ = plan.show(12..<17, .forward)
    XCTAssertEqual(cancelled(plan.show(17..<17, .forward)), [15, 16, 17, 18, 19])
    XCTAssertEqual(plan.counts.running, 0)
    XCTAssertEqual(plan.show(0..<0, .forward), [])
  }

  // MARK: The rows

  func testAPageAtTheEndIsBetOn() {
    var plan = PrefetchPlan(distance: 4, rowCount: 6)
    XCTAssertEqual(rows(plan.show(0..<4, .forward)), [4, 5])
    let steps = plan.changeRows(from: 6, count: 12)
    XCTAssertEqual(rows(steps), [6, 7])
    XCTAssertEqual(cancelled(steps), [])
  }

  func testRowsThatAreOthersNowAreBetOnAnew() {
    var plan = PrefetchPlan(distance: 4, rowCount: 20)
    let first = loads(plan.show(0..<4, .forward))
    plan.end(first[0], .finished(byteCount: 10))
    let steps = plan.changeRows(from: 6, count: 21)
    XCTAssertEqual(cancelled(steps), [6, 7])
    XCTAssertEqual(rows(steps), [6, 7])
    XCTAssertEqual(cancelled(plan.changeRows(from: 0, count: 0)), [5, 6, 7])
    // Row 4 is another photo now, so the former bet on it stays lost.
    _ = plan.changeRows(from: 0, count: 20)
    _ = plan.show(4..<8, .forward)
    XCTAssertEqual(plan.counts.shown, 0)
  }

  // MARK: Reasons to stop

  func testItStopsWhileThereIsAReason() {
    var plan = PrefetchPlan(distance: 3, rowCount: 100)
    _ = plan.show(0..<5, .forward)
    XCTAssertEqual(cancelled(plan.pause(.lowData)), [5, 6, 7])
    XCTAssertEqual(plan.pause(.memoryPressure), [])
    XCTAssertEqual(plan.show(1..<6, .forward), [])
    XCTAssertEqual(plan.resume(.lowData), [])
    XCTAssertEqual(rows(plan.resume(.memoryPressure)), [6, 7, 8])
    XCTAssertEqual(plan.resume(.memoryPressure), [])
  }

  // MARK: Counting

  func testWastedIsWhatWasLoadedAndNeverShown() {
    var plan = PrefetchPlan(distance: 4, rowCount: 100)
    let first = loads(plan.show(0..<5, .forward))
    for load in first { plan.end(load, .finished(byteCount: 100)) }
    XCTAssertEqual(plan.counts.wastedShare, 1)
    _ = plan.show(2..<7, .forward)
    XCTAssertEqual(plan.counts.wastedShare, 0.5, "rows 5 and 6 are shown, 7 and 8 are not")
    XCTAssertEqual(plan.counts.wastedBytes, 200)
    _ = plan.show(0..<5, .backward)
    _ = plan.show(4..<9, .forward)
    XCTAssertEqual(plan.counts.wasted, 0, "shown later is shown")
    XCTAssertEqual(plan.counts.shown, 4, "and once")
  }

  func testACalledOffLoadIsNoWaste() {
    var plan = PrefetchPlan(distance: 4, rowCount: 100)
    XCTAssertNil(plan.counts.wastedShare)
    let first = loads(plan.show(0..<5, .forward))
    plan.end(first[0], .finished(byteCount: 1))
    _ = plan.show(50..<55, .forward)
    XCTAssertEqual(plan.counts.cancelled, 3)
    XCTAssertEqual(plan.counts.wastedShare, 1)
    // It came to an end all the same, too late for anyone: it stays one that was called off.
    plan.end(first[1], .finished(byteCount: 1))
    XCTAssertEqual(plan.counts.finished, 1)
  }

  func testALoadThatEndsOnTheScreenIsShown() {
    var plan = PrefetchPlan(distance: 2, rowCount: 100)
    let first = loads(plan.show(0..<5, .forward))
    _ = plan.show(1..<6, .forward)
    plan.end(first[0], .finished(byteCount: 9))
    XCTAssertEqual(plan.counts.shown, 1)
    XCTAssertEqual(plan.counts.shownBytes, 9)
  }

  func testTheEndOfAFormerLoadIsNotThatOfTheRunningOne() {
    var plan = PrefetchPlan(distance: 2, rowCount: 100)
    let former = loads(plan.show(0..<5, .forward))[0]
    _ = plan.show(50..<55, .forward)
    let present = loads(plan.show(0..<5, .forward))[0]
    XCTAssertEqual(former.row, present.row)
    plan.end(former, .failed)
    plan.end(former, .failed)
    XCTAssertEqual(plan.counts.failed, 0)
    plan.end(present, .held)
    plan.end(present, .held)
    XCTAssertEqual(plan.counts.held, 1)
  }

  func testHugeCostsDoNotTrap() {
    var plan = PrefetchPlan(distance: 2, rowCount: 100)
    for load in loads(plan.show(0..<5, .forward)) { plan.end(load, .finished(byteCount: .max)) }
    _ = plan.show(2..<7, .forward)
    XCTAssertEqual(plan.counts.wastedBytes, 0)
    for load in loads(plan.show(3..<8, .forward)) { plan.end(load, .finished(byteCount: -1)) }
    XCTAssertEqual(plan.counts.shownBytes, .max)
  }

  // MARK: Against a plain model

  func testTheLoadsAreThoseOfAModelThatLooksAtEveryRow() {
    for seed: UInt64 in 0..<200 {
      var numbers = SplitMix64(seed: seed)
      let distance = numbers.next(below: 8)
      var plan = PrefetchPlan(distance: distance, rowCount: 40)
      var running: Set<PrefetchLoad> = []
      for step in 0..<60 {
        let first = numbers.next(below: 36)
        let visible = first..<min(40, first + numbers.next(below: 6))
        let direction = ScrollDirection.allCases[numbers.next(below: 2)]
        let steps = plan.show(visible, direction)
        let ahead =
          switch direction {
          case _ where visible.isEmpty: 0..<0
          case .forward: visible.upperBound..<min(40, visible.upperBound + distance)
          case .backward: max(0, visible.lowerBound - distance)..<visible.lowerBound
          }
        let place = "seed \(seed), step \(step)"
        for case .cancel(let load) in steps { XCTAssertNotNil(running.remove(load), place) }
        for case .start(let load) in steps { XCTAssertTrue(running.insert(load).inserted, place) }
        XCTAssertEqual(Set(running.map(\.row)).count, running.count, place)
        for load in running {
          XCTAssertTrue(ahead.contains(load.row) || visible.contains(load.row), place)
        }
        XCTAssertTrue(rows(steps).allSatisfy(ahead.contains), place)
        for load in running.sorted(by: { $0.number < $1.number })
        where numbers.next(below: 4) == 0 {
          running.remove(load)
          plan.end(load, [.finished(byteCount: 1), .failed, .held][numbers.next(below: 3)])
        }
        XCTAssertEqual(plan.counts.running, running.count, place)
        XCTAssertTrue((0...plan.counts.finished).contains(plan.counts.shown), place)
      }
    }
  }

  /// 100,000 layouts with 100,000 rows ahead: this ends soon only where a call costs what changed.
  func testAStepOfOneRowIsOneRowsWork() {
    var plan = PrefetchPlan(distance: 100_000, rowCount: 1_000_000)
    XCTAssertEqual(plan.show(0..<10, .forward).count, 100_000)
    for first in 1...100_000 {
      XCTAssertEqual(plan.show(first..<first + 10, .forward).count, first < 11 ? 1 : 2)
    }
    XCTAssertEqual(plan.counts.running, 100_010)
  }

  // MARK: Reading steps

  private func isStart(_ step: PrefetchStep) -> Bool {
    if case .start = step { true } else { false }
  }

  private func loads(_ steps: [PrefetchStep]) -> [PrefetchLoad] {
    steps.compactMap { if case .start(let load) = $0 { load } else { nil } }
  }

  private func rows(_ steps: [PrefetchStep]) -> [Int] { loads(steps).map(\.row) }

  private func cancelled(_ steps: [PrefetchStep]) -> [Int] {
    steps.compactMap { if case .cancel(let load) = $0 { load.row } else { nil } }
  }
}
