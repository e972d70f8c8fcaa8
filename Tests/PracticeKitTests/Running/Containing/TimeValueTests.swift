import Foundation
import XCTest

@testable import PracticeKit

final class TimeValueTests: XCTestCase {
  func testBothPartsCount() {
    XCTAssertEqual(
      Duration(timeval(tv_sec: 3, tv_usec: 250_000)), .seconds(3) + .microseconds(250_000))
    XCTAssertEqual(Duration(timeval(tv_sec: 0, tv_usec: 0)), .zero)
  }
}
