import PrefetchIsABetSolution
import XCTest

final class PrefetchTrialTests: XCTestCase {
  private let table = [
    PrefetchTrial(distance: 100, visibleP95: .milliseconds(40), wastedBytes: 900),
    PrefetchTrial(distance: 0, visibleP95: .milliseconds(200), wastedBytes: 0),
    PrefetchTrial(distance: 20, visibleP95: .milliseconds(45), wastedBytes: 150),
    PrefetchTrial(distance: 5, visibleP95: .milliseconds(57), wastedBytes: 30),
  ]

  func testTheSmallestDistanceWithinTheSlackIsChosen() {
    for (slack, distance) in [(0, 100), (4, 100), (5, 20), (16, 20), (17, 5), (500, 0), (-3, 100)] {
      let chosen = PrefetchTrial.distance(from: table, slack: .milliseconds(slack))
      XCTAssertEqual(chosen, distance, "slack \(slack) ms")
    }
    XCTAssertNil(PrefetchTrial.distance(from: [], slack: .zero))
  }

  func testOfEqualOnesTheSmallerDistanceIsChosen() {
    let even = [20, 5, 100].map {
      PrefetchTrial(distance: $0, visibleP95: .zero, wastedBytes: $0)
    }
    XCTAssertEqual(PrefetchTrial.distance(from: even, slack: .zero), 5)
  }

  func testThePercentileIsThatOfTheNearestRank() {
    for (count, rank) in [(1, 1), (5, 5), (19, 19), (20, 19), (21, 20), (40, 38), (100, 95)] {
      let waits = (1...count).map { Duration.milliseconds($0) }.shuffled()
      let trial = PrefetchTrial(distance: 5, waits: waits, counts: PrefetchCounts())
      XCTAssertEqual(trial?.visibleP95, .milliseconds(rank), "\(count) waits")
    }
    XCTAssertNil(PrefetchTrial(distance: 5, waits: [], counts: PrefetchCounts()))
  }
}
