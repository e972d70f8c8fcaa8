import Vocabulary
import XCTest

@testable import SimulatedPhone

final class PrefetchWindowTests: XCTestCase {
  func testTheWindowRunsAheadAndAnnouncesEachRowOnce() {
    var window = PrefetchWindow(distance: 3)
    check(window.move(visible: 0..<5, direction: .forward, count: 100), [5, 6, 7], [])
    check(window.move(visible: 1..<6, direction: .forward, count: 100), [8], [])
    check(window.move(visible: 3..<8, direction: .forward, count: 100), [9, 10], [])
    check(window.move(visible: 3..<8, direction: .forward, count: 100), [], [])
  }

  func testRowsThatBecomeVisibleAreNotCalledBack() {
    var window = PrefetchWindow(distance: 3)
    _ = window.move(visible: 0..<5, direction: .forward, count: 100)
    check(window.move(visible: 5..<10, direction: .forward, count: 100), [10, 11, 12], [])
  }

  func testAChangeOfDirectionCallsBackWhatLiesBehind() {
    var window = PrefetchWindow(distance: 3)
    _ = window.move(visible: 10..<15, direction: .forward, count: 100)
    check(window.move(visible: 9..<14, direction: .backward, count: 100), [6, 7, 8], [15, 16, 17])
  }

  func testAJumpCallsBackAllOfTheOldWindow() {
    var window = PrefetchWindow(distance: 3)
    _ = window.move(visible: 0..<5, direction: .forward, count: 100)
    check(window.move(visible: 50..<55, direction: .forward, count: 100), [55, 56, 57], [5, 6, 7])
    XCTAssertEqual(window.clear(), [55, 56, 57])
    XCTAssertEqual(window.clear(), [])
  }

  func testTheEndsBoundTheWindow() {
    var window = PrefetchWindow(distance: .max)
    check(window.move(visible: 0..<5, direction: .forward, count: 7), [5, 6], [])
    check(window.move(visible: 2..<7, direction: .forward, count: 7), [], [])
    check(window.move(visible: 1..<6, direction: .backward, count: 7), [0], [])
    var none = PrefetchWindow(distance: -4)
    check(none.move(visible: 0..<5, direction: .forward, count: 7), [], [])
    check(none.move(visible: 0..<0, direction: .forward, count: 0), [], [])
  }

  private func check(
    _ change: (added: [Int], dropped: [Int]), _ added: [Int], _ dropped: [Int],
    line: UInt = #line
  ) {
    XCTAssertEqual(change.added, added, line: line)
    XCTAssertEqual(change.dropped, dropped, line: line)
  }
}
