import Vocabulary
import XCTest

final class OrientationTests: XCTestCase {
  func testTheEightValuesOfExif() {
    XCTAssertEqual(Orientation.allCases.map(\.rawValue), Array(1...8))
    XCTAssertNil(Orientation(rawValue: 0))
    XCTAssertNil(Orientation(rawValue: 9))
  }

  func testQuarterTurnsSwapTheSides() {
    let stored = PixelSize(width: 4000, height: 3000)
    for value in 1...8 {
      let orientation = Orientation(rawValue: value) ?? .up
      XCTAssertEqual(orientation.swapsSides, value > 4, "\(value)")
      XCTAssertEqual(
        ImageProperties(storedSize: stored, orientation: orientation).displayedSize,
        value > 4 ? PixelSize(width: 3000, height: 4000) : stored, "\(value)")
    }
  }
}
