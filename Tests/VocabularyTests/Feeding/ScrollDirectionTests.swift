import Vocabulary
import XCTest

final class ScrollDirectionTests: XCTestCase {
  func testEachDirectionIsTheOthersReverse() {
    for direction in ScrollDirection.allCases {
      XCTAssertNotEqual(direction.reversed, direction)
      XCTAssertEqual(direction.reversed.reversed, direction)
    }
  }
}
