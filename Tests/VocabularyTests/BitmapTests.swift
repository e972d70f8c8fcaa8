import Vocabulary
import XCTest

final class BitmapTests: XCTestCase {
  func testAPhotoOf12Megapixels() {
    let photo = bitmap(4000, 3000)
    XCTAssertEqual(photo.bytesPerRow, 16_000)
    XCTAssertEqual(photo.byteCount, 48_000_000)
  }

  func testARowIsPaddedTo64Bytes() {
    let row = bitmap(360, 270)
    XCTAssertEqual(row.bytesPerRow, 1472)
    XCTAssertEqual(row.byteCount, 397_440)
    for (width, bytes) in [(1, 64), (16, 64), (17, 128), (32, 128), (0, 0), (-1, 0), (.min, 0)] {
      XCTAssertEqual(Bitmap.bytesPerRow(forWidth: width), bytes, "\(width)")
    }
  }

  func testOtherRowsAreTakenAsGivenButNeverTooShort() {
    let size = PixelSize(width: 360, height: 270)
    for (given, taken) in [(1440, 1440), (2048, 2048), (1439, 1440), (0, 1440), (-8, 1440)] {
      let picture = Bitmap(size: size, bytesPerRow: given, pixels: Coordinates())
      XCTAssertEqual(picture.bytesPerRow, taken)
      XCTAssertEqual(picture.byteCount, taken * 270)
    }
  }

  func testTheLargestPicturesDoNotTrap() {
    XCTAssertEqual(Bitmap.bytesPerRow(forWidth: .max), .max)
    XCTAssertEqual(Bitmap.bytesPerRow(forWidth: .max / 4), .max)
    XCTAssertEqual(bitmap(.max, .max).byteCount, .max)
    XCTAssertEqual(bitmap(1, .max).byteCount, .max)
    XCTAssertEqual(bitmap(.max, 1).byteCount, .max)
  }

  func testAnEmptyPictureCostsNothing() {
    for picture in [bitmap(0, 0), bitmap(-3, 4), bitmap(4, -3), bitmap(.min, .min)] {
      XCTAssertEqual(picture.bytesPerRow, 0)
      XCTAssertEqual(picture.byteCount, 0)
      XCTAssertNil(picture.pixel(x: 0, y: 0))
    }
  }

  func testPixelsAreThoseOfTheProviderAndNilOutside() {
    let picture = bitmap(3, 2)
    XCTAssertEqual(picture.pixel(x: 2, y: 1), Pixel(red: 2, green: 1, blue: 0))
    for (x, y) in [(3, 0), (0, 2), (-1, 0), (0, -1), (Int.max, 0), (0, Int.min)] {
      XCTAssertNil(picture.pixel(x: x, y: y), "\(x), \(y)")
    }
  }

  func testTheLifetimeEndsWithTheLastHolder() {
    weak var lifetime: Lifetime?
    var first: Bitmap?
    do {
      let made = Lifetime()
      lifetime = made
      first = Bitmap(
        size: PixelSize(width: 1, height: 1), pixels: Coordinates(), lifetime: made)
    }
    var second = first
    first = nil
    XCTAssertNotNil(lifetime)
    XCTAssertNotNil(second)
    second = nil
    XCTAssertNil(lifetime)
  }

  private func bitmap(_ width: Int, _ height: Int) -> Bitmap {
    Bitmap(size: PixelSize(width: width, height: height), pixels: Coordinates())
  }
}

/// Shows each pixel's own place.
private struct Coordinates: PixelProviding {
  func pixel(x: Int, y: Int) -> Pixel {
    Pixel(red: UInt8(truncatingIfNeeded: x), green: UInt8(truncatingIfNeeded: y), blue: 0)
  }
}

private final class Lifetime: Sendable {}
