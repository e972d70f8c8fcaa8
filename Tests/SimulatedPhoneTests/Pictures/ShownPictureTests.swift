import SimulatedPhone
import Vocabulary
import XCTest

final class ShownPictureTests: XCTestCase {
  private let photo = SyntheticPhoto(id: 0xDEAD_BEEF, size: PixelSize(width: 4000, height: 3000))

  func testEachPhotoAtEachSizeIsRecognised() {
    for id in [0, 1, 7, 65_535, 65_536, UInt32.max] {
      for side in [2, 3, 4, 5, 64, 359, 360, 361, 514, 1170, 4000] {
        let photo = SyntheticPhoto(id: id, size: PixelSize(width: 4000, height: 3000))
        let size = PixelSize(width: 4000, height: 3000).fitting(maxPixelSize: side)
        XCTAssertEqual(
          ShownPicture(photo.picture(maxPixelSize: side)), .photo(id: id, size: size))
      }
    }
  }

  func testFourPixelsInAnyShapeAreEnoughAndThreeAreNot() {
    for (width, height) in [(1, 4), (2, 2), (4, 1), (1, 65_535), (65_535, 1)] {
      let size = PixelSize(width: width, height: height)
      let picture = SyntheticPhoto(id: 9, size: size).picture()
      XCTAssertEqual(ShownPicture(picture), .photo(id: 9, size: size))
    }
    for (width, height) in [(1, 1), (1, 3), (3, 1)] {
      let size = PixelSize(width: width, height: height)
      XCTAssertEqual(ShownPicture(SyntheticPhoto(id: 9, size: size).picture()), .foreign)
    }
  }

  func testAThumbnailInTheViewerIsStretched() {
    let thumbnail = PixelSize(width: 360, height: 270)
    for side in [361, 720, 1170, 4000] {
      let size = photo.size.fitting(maxPixelSize: side)
      XCTAssertEqual(
        ShownPicture(photo.stretched(to: size, from: 360)),
        .stretched(id: photo.id, from: thumbnail))
    }
  }

  func testADetourOverTheOriginalIsShrunk() {
    let size = PixelSize(width: 360, height: 270)
    XCTAssertEqual(
      ShownPicture(photo.stretched(to: size, from: 4000)), .shrunk(id: photo.id, from: photo.size))
  }

  func testHalfAPictureIsRecognisedAtEveryRow() {
    for rows in 1..<270 {
      let size = PixelSize(width: 360, height: 270)
      XCTAssertEqual(
        ShownPicture(photo.half(rows: rows, maxPixelSize: 360)),
        .half(id: photo.id, size: size, rows: rows))
    }
    XCTAssertEqual(ShownPicture(photo.half(rows: 0, maxPixelSize: 360)), .foreign)
    XCTAssertEqual(
      ShownPicture(photo.half(rows: 270, maxPixelSize: 360)),
      ShownPicture(photo.picture(maxPixelSize: 360)))
  }

  func testWhatTheDecoderDidNotMakeIsForeign() {
    let size = PixelSize(width: 360, height: 270)
    let other = SyntheticPhoto(id: 2, size: photo.size).picture(maxPixelSize: 360)
    let mine = photo.picture(maxPixelSize: 360)
    let pictures: [(String, Bitmap)] = [
      ("empty", Bitmap(size: .zero, pixels: Painted { _, _ in .gray })),
      ("grey", Bitmap(size: size, pixels: Painted { _, _ in .gray })),
      ("clear", Bitmap(size: size, pixels: Painted { _, _ in .clear })),
      (
        "moved",
        Bitmap(size: size, pixels: Painted { mine.pixel(x: ($0 + 4) % 360, y: $1) ?? .gray })
      ),
      (
        "upside down",
        Bitmap(size: size, pixels: Painted { mine.pixel(x: $0, y: 269 - $1) ?? .gray })
      ),
      (
        "stretched and moved",
        Bitmap(
          size: PixelSize(width: 720, height: 540),
          pixels: Painted { mine.pixel(x: ($0 / 2 + 40) % 360, y: $1 / 2) ?? .gray })
      ),
      (
        "stretched and torn",
        Bitmap(
          size: PixelSize(width: 720, height: 540),
          pixels: Painted { mine.pixel(x: $0 / 2, y: $1 < 270 ? $1 / 2 : 0) ?? .gray })
      ),
      (
        "torn",
        Bitmap(
          size: size, pixels: Painted { ($1 < 135 ? mine : other).pixel(x: $0, y: $1) ?? .gray })
      ),
      (
        "huge",
        Bitmap(
          size: PixelSize(width: .max, height: .max),
          pixels: Painted { mine.pixel(x: $0 % 360, y: $1 % 270) ?? .gray })
      ),
    ]
    for (name, picture) in pictures {
      XCTAssertEqual(ShownPicture(picture), .foreign, name)
    }
  }

  func testWhatIsShownIsDescribed() {
    XCTAssertEqual(
      "\(ShownPicture(SyntheticPhoto(id: 7, size: photo.size).picture(maxPixelSize: 360)))",
      "photo 7 at 360×270")
  }
}

private struct Painted: PixelProviding {
  var paint: @Sendable (Int, Int) -> Pixel

  func pixel(x: Int, y: Int) -> Pixel { paint(x, y) }
}

extension Pixel {
  fileprivate static let gray = Pixel(red: 128, green: 128, blue: 128)
  fileprivate static let clear = Pixel(red: 0, green: 0, blue: 0, alpha: 0)
}
