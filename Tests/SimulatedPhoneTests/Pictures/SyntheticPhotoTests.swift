import Foundation
import SimulatedPhone
import Vocabulary
import XCTest

final class SyntheticPhotoTests: XCTestCase {
  private let photo = SyntheticPhoto(id: 7, size: PixelSize(width: 4000, height: 3000))

  func testAFileHasTheLengthOfARealOne() {
    XCTAssertEqual(photo.usualByteCount, 1_680_040)
    XCTAssertEqual(photo.encoded().byteCount, photo.usualByteCount)
    XCTAssertEqual(photo.encoded(byteCount: 5_000_001).byteCount, 5_000_001)
    XCTAssertEqual(photo.resized(maxPixelSize: 360).encoded().byteCount, 40 + 13_608)
  }

  func testAFileIsNeverShorterThanItsHeader() {
    for wanted in [40, 39, 0, -1, Int.min] {
      XCTAssertEqual(photo.encoded(byteCount: wanted).byteCount, 40)
    }
  }

  func testTheSamePhotoHasTheSameBytes() {
    XCTAssertEqual(photo.encoded(), photo.encoded())
    XCTAssertNotEqual(photo.encoded(), photo.resized(maxPixelSize: 360).encoded())
  }

  func testTwoPhotosDifferInTheirBodies() {
    let size = PixelSize(width: 360, height: 270)
    let bodies = (0..<200).map { SyntheticPhoto(id: $0, size: size).encoded().data.dropFirst(40) }
    XCTAssertEqual(Set(bodies).count, 200)
  }

  func testABodyIsNotText() {
    let body = photo.encoded(byteCount: 4_096).data
    XCTAssertNil(String(data: body, encoding: .utf8))
  }

  func testSidesAreThoseThatAJPEGCanHave() {
    let odd = SyntheticPhoto(id: 1, size: PixelSize(width: Int.max, height: -4))
    XCTAssertEqual(odd.size, PixelSize(width: 65_535, height: 0))
    XCTAssertEqual(odd.encoded().byteCount, 40)
  }

  func testAServerThatResizesKeepsTheAspectAndNeverEnlarges() {
    XCTAssertEqual(photo.resized(maxPixelSize: 360).size, PixelSize(width: 360, height: 270))
    XCTAssertEqual(photo.resized(maxPixelSize: 9_000), photo)
    XCTAssertEqual(photo.resized(maxPixelSize: 0).size, .zero)
    XCTAssertEqual(photo.resized(maxPixelSize: 360).id, 7)
  }

  func testATurnedPhotoIsShownUpright() {
    let turned = SyntheticPhoto(id: 7, size: photo.size, orientation: .right)
    XCTAssertEqual(turned.displayedSize, PixelSize(width: 3000, height: 4000))
    XCTAssertEqual(turned.resized(maxPixelSize: 400).orientation, .right)
    XCTAssertEqual(
      turned.resized(maxPixelSize: 400).displayedSize, PixelSize(width: 300, height: 400))
  }
}
