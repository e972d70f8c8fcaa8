import Vocabulary
import XCTest

final class MemorySignalTests: XCTestCase {
  /// The like of them on Android: RUNNING_LOW, RUNNING_CRITICAL, UI_HIDDEN, BACKGROUND.
  func testTheNumbersAreThoseOfThePlatform() {
    XCTAssertEqual(MemorySignal.allCases.map(\.rawValue), [10, 15, 20, 40])
  }
}
