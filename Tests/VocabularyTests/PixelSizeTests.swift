import Vocabulary
import XCTest

final class PixelSizeTests: XCTestCase {
  func testAPhotoAtTheSizeOfARow() {
    let photo = PixelSize(width: 4000, height: 3000)
    XCTAssertEqual(photo.fitting(maxPixelSize: 360), PixelSize(width: 360, height: 270))
    XCTAssertEqual(
      photo.swappingSides.fitting(maxPixelSize: 360), PixelSize(width: 270, height: 360))
    XCTAssertEqual(photo.fitting(maxPixelSize: 1170), PixelSize(width: 1170, height: 878))
    XCTAssertEqual(photo.pixelCount, 12_000_000)
  }

  func testNothingIsEnlarged() {
    let small = PixelSize(width: 40, height: 30)
    for bound in [40, 41, 4000, Int.max] {
      XCTAssertEqual(small.fitting(maxPixelSize: bound), small)
    }
    XCTAssertNotEqual(small.fitting(maxPixelSize: 39), small)
  }

  func testAHalfIsRoundedUp() {
    XCTAssertEqual(
      PixelSize(width: 4, height: 2).fitting(maxPixelSize: 3), PixelSize(width: 3, height: 2))
    XCTAssertEqual(
      PixelSize(width: 100, height: 49).fitting(maxPixelSize: 50), PixelSize(width: 50, height: 25))
    XCTAssertEqual(
      PixelSize(width: 300, height: 149).fitting(maxPixelSize: 100),
      PixelSize(width: 100, height: 50))
    XCTAssertEqual(
      PixelSize(width: 300, height: 148).fitting(maxPixelSize: 100),
      PixelSize(width: 100, height: 49))
  }

  func testALineStaysOnePixelWide() {
    let line = PixelSize(width: 1, height: 10_000)
    XCTAssertEqual(line.fitting(maxPixelSize: 360), PixelSize(width: 1, height: 360))
    XCTAssertEqual(line.fitting(maxPixelSize: 1), PixelSize(width: 1, height: 1))
    XCTAssertEqual(
      line.swappingSides.fitting(maxPixelSize: 360), PixelSize(width: 360, height: 1))
  }

  func testEverySmallSizeKeepsItsShape() {
    for width in 1...24 {
      for height in 1...24 {
        for bound in 1...26 {
          let size = PixelSize(width: width, height: height)
          let fitting = size.fitting(maxPixelSize: bound)
          let trail = "\(size) at \(bound) is \(fitting)"
          XCTAssertEqual(
            max(fitting.width, fitting.height), min(bound, max(width, height)), trail)
          // The shorter side is within half a pixel of the exact ratio, or is the one pixel.
          let scale = Double(max(fitting.width, fitting.height)) / Double(max(width, height))
          let exact = Double(min(width, height)) * scale
          let shorter = min(fitting.width, fitting.height)
          XCTAssertTrue(shorter == 1 || abs(Double(shorter) - exact) <= 0.500_001, trail)
          XCTAssertGreaterThanOrEqual(shorter, 1, trail)
          XCTAssertEqual(fitting.fitting(maxPixelSize: bound), fitting, trail)
          XCTAssertEqual(
            size.swappingSides.fitting(maxPixelSize: bound), fitting.swappingSides, trail)
        }
      }
    }
  }

  func testASizeWithASideBelowOneIsEmpty() {
    for side in [0, -1, Int.min] {
      for size in [PixelSize(width: side, height: 5), PixelSize(width: 5, height: side)] {
        XCTAssertTrue(size.isEmpty)
        XCTAssertEqual(size.pixelCount, 0)
        XCTAssertEqual(size.fitting(maxPixelSize: 3), .zero)
      }
      XCTAssertEqual(PixelSize(width: 5, height: 5).fitting(maxPixelSize: side), .zero)
    }
    XCTAssertEqual(PixelSize(width: Int.min, height: Int.min).pixelCount, 0)
    XCTAssertFalse(PixelSize(width: 1, height: 1).isEmpty)
  }

  func testTheLongestSidesDoNotTrap() {
    let vast = PixelSize(width: .max, height: .max)
    XCTAssertEqual(vast.pixelCount, .max)
    XCTAssertEqual(vast.fitting(maxPixelSize: .max), vast)
    XCTAssertEqual(vast.fitting(maxPixelSize: 7), PixelSize(width: 7, height: 7))
    XCTAssertEqual(
      vast.fitting(maxPixelSize: .max - 1), PixelSize(width: .max - 1, height: .max - 1))
    XCTAssertEqual(
      PixelSize(width: .max, height: 1).fitting(maxPixelSize: .max - 1),
      PixelSize(width: .max - 1, height: 1))
    XCTAssertEqual(
      PixelSize(width: .max, height: .max - 1).fitting(maxPixelSize: 10),
      PixelSize(width: 10, height: 10))
  }

  func testDescription() {
    XCTAssertEqual(PixelSize(width: 360, height: 270).description, "360×270")
  }
}
