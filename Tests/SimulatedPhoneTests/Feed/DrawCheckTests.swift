import SimulatedPhone
import Simulation
import Vocabulary
import XCTest

final class DrawCheckTests: XCTestCase {
  private static let size = PixelSize(width: 4000, height: 3000)

  func testWhatACellDrawsWrongIsReportedByKind() throws {
    let photo = SyntheticPhoto(id: 3, size: Self.size)
    let thumbnail = PixelSize(width: 360, height: 270)
    for (picture, kind) in [
      (photo.picture(maxPixelSize: 360), nil),
      (SyntheticPhoto(id: 4, size: Self.size).picture(maxPixelSize: 360), .wrongPhoto(4)),
      (photo.picture(maxPixelSize: 1170), .wrongSize(Self.size.fitting(maxPixelSize: 1170))),
      (photo.picture(maxPixelSize: 180), .wrongSize(PixelSize(width: 180, height: 135))),
      (photo.stretched(to: thumbnail, from: 180), .stretched(from: .init(width: 180, height: 135))),
      (photo.stretched(to: thumbnail, from: 1170), nil),
      (photo.half(rows: 100, maxPixelSize: 360), .half(rows: 100)),
      (photo.half(rows: 0, maxPixelSize: 360), .foreign),
      (SyntheticPhoto(id: 4, size: Self.size).half(rows: 9, maxPixelSize: 360), .wrongPhoto(4)),
      (photo.resized(maxPixelSize: 1080).picture(maxPixelSize: 360), nil),
    ] as [(Bitmap, DrawViolation.Kind?)] {
      let feed = try drawn(picture, in: FeedRow.numbered(4, maxPixelSize: 360)[3])
      XCTAssertEqual(feed.violations.map(\.kind), kind.map { [$0] } ?? [])
      XCTAssertEqual(feed.isShown, kind == nil)
      XCTAssertEqual(feed.violations.map(\.row), kind.map { _ in [0] } ?? [])
    }
  }

  func testARowWithoutAKeyShowsNothing() throws {
    let photo = SyntheticPhoto(id: 3, size: Self.size)
    let row = FeedRow(key: nil, photo: photo)
    XCTAssertEqual(
      try drawn(photo.picture(maxPixelSize: 360), in: row).violations.map(\.kind),
      [.wrongSize(PixelSize(width: 360, height: 270))])
    XCTAssertEqual(
      try drawn(SyntheticPhoto(id: 9, size: Self.size).picture(maxPixelSize: 9), in: row)
        .violations.map(\.kind), [.wrongPhoto(9)])
    XCTAssertEqual(try drawn(nil, in: row).violations, [])
  }

  func testASidewaysPhotoIsExpectedUpright() throws {
    let row = FeedRow.numbered(1, maxPixelSize: 360, orientation: .left)[0]
    XCTAssertEqual(row.expectedSize, PixelSize(width: 270, height: 360))
    XCTAssertTrue(try drawn(row.photo.picture(maxPixelSize: 360), in: row).isShown)
    let lying = SyntheticPhoto(id: 0, size: Self.size).picture(maxPixelSize: 360)
    XCTAssertEqual(
      try drawn(lying, in: row).violations.map(\.kind), [.wrongSize(lying.size)])
  }

  func testARoundingOfTheServerIsNoFault() throws {
    for width in stride(from: 3_001, to: 4_000, by: 37) {
      let photo = SyntheticPhoto(id: 3, size: PixelSize(width: width, height: 2_667))
      let key = FeedRow.numbered(1, maxPixelSize: 359)[0].key
      let picture = photo.resized(maxPixelSize: 731).picture(maxPixelSize: 359)
      XCTAssertTrue(try drawn(picture, in: FeedRow(key: key, photo: photo)).isShown)
    }
  }

  func testOnePictureIsReportedOnceHoweverOftenItIsDrawn() throws {
    let wrong = SyntheticPhoto(id: 8, size: Self.size).picture(maxPixelSize: 360)
    let feed = try drawn(wrong, in: FeedRow.numbered(1, maxPixelSize: 360)[0], frames: 30)
    XCTAssertEqual(feed.violations.count, 1)
    XCTAssertEqual(
      feed.violations.first.map { "\($0)" },
      "16.666666 ms  row 0 (/p/0 @360) shows photo 8")
  }

  private func drawn(
    _ picture: Bitmap?, in row: FeedRow, frames: Int = 1
  ) throws -> (violations: [DrawViolation], isShown: Bool) {
    let simulation = Simulation()
    let device = SimulatedDevice(.phone2GB, simulation: simulation)
    return try simulation.run { @MainActor in
      let feed = SimulatedFeed(rows: [row], device: device, simulation: simulation) {
        FixedCell(picture)
      }
      try await feed.rest(for: .milliseconds(16) * frames)
      return (feed.violations, feed.rowsWithoutPicture.isEmpty)
    }.get()
  }
}

/// Draws one picture, whatever it is bound to.
@MainActor
private final class FixedCell: ImageShowing {
  let drawn: Bitmap?
  init(_ picture: Bitmap?) { drawn = picture }
  func bind(_ key: ImageKey?) {}
  func prepareForReuse() {}
}
