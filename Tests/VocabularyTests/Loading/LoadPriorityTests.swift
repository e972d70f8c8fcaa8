import Vocabulary
import XCTest

final class LoadPriorityTests: XCTestCase {
  func testVisibleComesBeforePrefetch() {
    XCTAssertLessThan(LoadPriority.prefetch, .visible)
    XCTAssertFalse(LoadPriority.visible < .prefetch)
    for priority in LoadPriority.allCases { XCTAssertFalse(priority < priority) }
    XCTAssertEqual(LoadPriority.allCases.max(), .visible)
  }
}
