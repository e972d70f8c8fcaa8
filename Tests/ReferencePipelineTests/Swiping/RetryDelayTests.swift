import ReferencePipeline
import TheStampedeSolution
import XCTest

final class RetryDelayTests: XCTestCase {
  private let policy = RetryPolicy(base: .seconds(1), cap: .seconds(8), attempts: 3)

  func testThePausesGrowUpToABoundAndNeverEnd() {
    // Draws the middle each time.
    let middle = RetryDelay(policy) { .max / 2 }
    for (attempt, seconds) in [(0, 0.5), (1, 1), (2, 2), (3, 2), (1_000_000, 2), (-1, 0.5)] {
      XCTAssertEqual(middle(attempt) / .seconds(1), seconds, accuracy: 0.001, "\(attempt)")
    }
  }

  func testTheDrawComesOnTopOfWhatTheServerAskedFor() {
    let middle = RetryDelay(policy) { .max / 2 }
    XCTAssertEqual(middle(1, retryAfter: .seconds(600)) / .seconds(1), 601, accuracy: 0.001)
    XCTAssertEqual(middle(1, retryAfter: .seconds(-5)) / .seconds(1), 1, accuracy: 0.001)
  }

  func testAPolicyWithoutAttemptsStillPauses() {
    let delay = RetryDelay(RetryPolicy(cap: .seconds(8), attempts: 0)) { 0 }
    XCTAssertEqual(delay(0), .seconds(8))
    XCTAssertEqual(delay(5, retryAfter: .seconds(1)), .seconds(9))
  }
}
