import Simulation
import Synchronization
import Vocabulary
import XCTest

@testable import SimulatedPhone

final class ImageOpeningTests: XCTestCase {
  private let image = SyntheticPhoto(id: 7, size: PixelSize(width: 4000, height: 3000)).encoded()

  func testAnOpenedPictureCostsNothingUntilItIsDrawn() throws {
    try check { decoder, image in
      let picture = try decoder.open(image, maxPixelSize: 360)
      XCTAssertEqual(picture.size, PixelSize(width: 360, height: 270))
      XCTAssertEqual(decoder.counts, DecodeCounts())
      XCTAssertEqual(decoder.device.liveBytes, 0)
    }
  }

  func testTheFirstDrawPaysOnTheMainActorAndTheSecondDoesNot() throws {
    for hops in ActorHops.allCases {
      try check(hops: hops) { decoder, image in
        let picture = try decoder.open(image, maxPixelSize: 360)
        await draw(picture)
        await draw(picture)
        XCTAssertEqual(decoder.counts.onMainActor, 1)
        XCTAssertEqual(decoder.counts.onFirstDraw, 1)
        XCTAssertEqual(decoder.counts.blocking, 1)
        XCTAssertEqual(decoder.device.mainActor.longestStretch, decoder.cost.duration(for: .photo))
        XCTAssertEqual(decoder.device.liveBytes, picture.byteCount)
        XCTAssertEqual(ShownPicture(picture).id, 7)
      }
    }
  }

  func testAFirstDrawElsewhereIsNotTheMainActors() throws {
    try check { decoder, image in
      let picture = try decoder.open(image, maxPixelSize: 360)
      _ = picture.pixel(x: 0, y: 0)
      let onAnActor = await Drawer().draw(try decoder.open(image, maxPixelSize: 360))
      XCTAssertNotNil(onAnActor)
      XCTAssertEqual(decoder.counts.onMainActor, 0)
      XCTAssertEqual(decoder.counts.onFirstDraw, 2)
      XCTAssertEqual(decoder.device.mainActor.total, .zero)
    }
  }

  func testADecodeOnTheSpotKeepsTheMainActorBusyBehindAPlainFunction() throws {
    for hops in ActorHops.allCases {
      try check(hops: hops) { decoder, image in
        let id = try await showNow(image, decoder)
        XCTAssertEqual(id, 7)
        XCTAssertEqual(decoder.counts.onMainActor, 1)
        XCTAssertTrue(decoder.device.mainActor.isBusy)
        XCTAssertEqual(decoder.device.mainActor.longestStretch, decoder.cost.duration(for: .photo))
        XCTAssertEqual(decoder.device.liveBytes, 0)
        _ = try decoder.decodeNow(image, maxPixelSize: 360)
        XCTAssertEqual(decoder.counts.onMainActor, 1)
        XCTAssertEqual(decoder.counts.blocking, 2)
      }
    }
  }

  func testThePreparedPictureIsAnotherOneAndTheGivenOneStaysAsItWas() throws {
    try check { decoder, image in
      let opened = try decoder.open(image, maxPixelSize: 360)
      let prepared = try await decoder.prepare(opened)
      XCTAssertFalse(prepared === opened)
      await draw(prepared)
      XCTAssertEqual(decoder.counts.onMainActor, 0)
      await draw(opened)
      XCTAssertEqual(decoder.counts.onMainActor, 1)
    }
  }

  func testADecodedPictureIsItsOwnPreparation() throws {
    try check { decoder, image in
      let decoded = try await decoder.decode(image, maxPixelSize: 360)
      let drawn = try decoder.open(image, maxPixelSize: 360)
      _ = drawn.pixel(x: 0, y: 0)
      let before = decoder.counts
      let same = try await decoder.prepare(decoded)
      let alsoSame = try await decoder.prepare(drawn)
      XCTAssertTrue(same === decoded)
      XCTAssertTrue(alsoSame === drawn)
      XCTAssertEqual(decoder.counts, before)
    }
  }

  func testPicturesThatEndAreForgotten() throws {
    try check { decoder, image in
      for _ in 0..<1_000 {
        let opened = try decoder.open(image, maxPixelSize: 360)
        _ = opened.pixel(x: 0, y: 0)
        let stranger = Bitmap(size: .photo, pixels: Grey())
        let same = try await decoder.prepare(stranger)
        XCTAssertTrue(same === stranger)
      }
      XCTAssertEqual(decoder.device.liveBytes, 0)
      XCTAssertEqual(decoder.opened.withLock { $0.count }, 0)
    }
  }

  func testAnOpenedPictureOfDamagedBytesIsClear() throws {
    var data = image.data
    data[60] ^= 1
    let damaged = EncodedImage(data)
    try check { decoder, _ in
      let picture = try decoder.open(damaged, maxPixelSize: 360)
      XCTAssertEqual(picture.pixel(x: 0, y: 0)?.alpha, 0)
      XCTAssertEqual(ShownPicture(picture), .foreign)
      XCTAssertEqual(decoder.counts.failed, 1)
      XCTAssertThrowsError(try decoder.decodeNow(damaged, maxPixelSize: 360)) {
        XCTAssertEqual($0 as? ImageDecodingError, .damaged)
      }
      XCTAssertThrowsError(try decoder.open(EncodedImage(.init()), maxPixelSize: 360)) {
        XCTAssertEqual($0 as? ImageDecodingError, .empty)
      }
      XCTAssertEqual(decoder.device.liveBytes, 0)
    }
  }

  private func check(
    hops: ActorHops = .inline,
    _ body: @escaping @Sendable (SyntheticDecoder, EncodedImage) async throws -> Void
  ) throws {
    let simulation = Simulation(hops: hops)
    let device = SimulatedDevice(.phone2GB, simulation: simulation)
    let decoder = SyntheticDecoder(device: device, simulation: simulation)
    let image = image
    try simulation.run { try await body(decoder, image) }.get()
    XCTAssertEqual(device.liveBytes, 0)
    XCTAssertEqual(decoder.counts.running, 0)
    XCTAssertEqual(decoder.opened.withLock { $0.count }, 0)
  }
}

extension PixelSize {
  fileprivate static let photo = PixelSize(width: 4000, height: 3000)
}

private struct Grey: PixelProviding {
  func pixel(x: Int, y: Int) -> Pixel { Pixel(red: 128, green: 128, blue: 128) }
}

private actor Drawer {
  func draw(_ picture: Bitmap) -> Pixel? { picture.pixel(x: 1, y: 1) }
}

@MainActor
private func draw(_ picture: Bitmap) {
  _ = picture.pixel(x: 0, y: 0)
}

/// A plain function, which cannot know that the main actor calls it.
private func shown(_ image: EncodedImage, _ decoder: SyntheticDecoder) throws -> UInt32? {
  ShownPicture(try decoder.decodeNow(image, maxPixelSize: 360)).id
}

@MainActor
private func showNow(_ image: EncodedImage, _ decoder: SyntheticDecoder) throws -> UInt32? {
  try shown(image, decoder)
}
