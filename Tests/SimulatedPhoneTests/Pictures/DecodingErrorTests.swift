import Foundation
import Simulation
import Vocabulary
import XCTest

@testable import SimulatedPhone

final class DecodingErrorTests: XCTestCase {
  private let photo = SyntheticPhoto(id: 7, size: PixelSize(width: 60, height: 40))

  func testEachFlippedByteIsAFailure() throws {
    let whole = photo.encoded().data
    XCTAssertNil(try outcome(of: whole))
    for place in whole.indices {
      for flip in [0x01, 0x80, 0xFF] as [UInt8] {
        var data = whole
        data[place] ^= flip
        let error = try outcome(of: data)
        XCTAssertEqual(error, place < 8 ? .notAnImage : .damaged, "byte \(place)")
      }
    }
  }

  func testTheLastBytesCountWhateverTheLength() throws {
    for length in 41..<80 {
      let whole = photo.encoded(byteCount: length).data
      XCTAssertNil(try outcome(of: whole))
      for place in 40..<length {
        var data = whole
        data[place] ^= 1
        XCTAssertEqual(try outcome(of: data), .damaged, "byte \(place) of \(length)")
      }
    }
  }

  func testEachFlippedByteOfTheHeaderSpoilsTheProperties() {
    let whole = photo.encoded().data
    for place in 0..<40 {
      var data = whole
      data[place] ^= 0x10
      XCTAssertThrowsError(try SyntheticPhoto.Header(of: EncodedImage(data)), "byte \(place)")
    }
    var data = whole
    data[40] ^= 0x10
    XCTAssertNoThrow(try SyntheticPhoto.Header(of: EncodedImage(data)))
  }

  func testEachShorterFileIsTruncated() throws {
    let whole = photo.encoded().data
    for length in 1..<whole.count {
      XCTAssertEqual(try outcome(of: whole.prefix(length)), .truncated, "\(length) bytes")
    }
    XCTAssertEqual(try outcome(of: Data()), .empty)
  }

  func testALongerFileIsDamaged() throws {
    let whole = photo.encoded().data
    XCTAssertEqual(try outcome(of: whole + Data([0])), .damaged)
    XCTAssertEqual(try outcome(of: whole + whole), .damaged)
  }

  func testOtherBytesAreNoImage() throws {
    for text in ["<html>Log in to the network</html>", "\u{89}PNG\r\n", "x", "{}"] {
      XCTAssertEqual(try outcome(of: Data(text.utf8)), .notAnImage, text)
    }
  }

  func testAPhotoWithoutPixelsIsDamaged() throws {
    let empty = SyntheticPhoto(id: 1, size: PixelSize(width: 0, height: 10))
    XCTAssertEqual(try outcome(of: empty.encoded().data), .damaged)
  }

  func testMixedChunksOfTwoTransfersAreDamaged() throws {
    let other = SyntheticPhoto(id: 8, size: photo.size).encoded().data
    var mixed = photo.encoded().data
    mixed.replaceSubrange(100..<164, with: other[100..<164])
    XCTAssertEqual(try outcome(of: mixed), .damaged)
  }

  func testBytesInTheMiddleOfABufferAreRead() throws {
    let padded = Data([1, 2, 3]) + photo.encoded().data + Data([4, 5])
    XCTAssertNil(try outcome(of: padded.dropFirst(3).dropLast(2)))
  }

  func testALenientDecoderDrawsWhatIsThere() throws {
    let image = EncodedImage(photo.encoded().data.prefix(40 + photo.encoded().byteCount / 2))
    let run = decoded(image, isLenient: true)
    guard case .half(7, let size, let rows) = ShownPicture(try run.get().0) else {
      return XCTFail("not half: \(try ShownPicture(run.get().0))")
    }
    XCTAssertEqual(size, photo.size)
    XCTAssertEqual(rows, 22)
  }

  func testALenientDecoderStillRefusesDamage() throws {
    var data = photo.encoded().data
    data[50] ^= 1
    XCTAssertEqual(error(of: decoded(EncodedImage(data), isLenient: true)), .damaged)
    XCTAssertEqual(error(of: decoded(EncodedImage(data.prefix(40)), isLenient: true)), .truncated)
  }

  func testAFailureCostsTimeAndLeavesNothing() throws {
    let image = EncodedImage(photo.encoded().data.dropLast())
    let simulation = Simulation()
    let device = SimulatedDevice(.phone2GB, simulation: simulation)
    let decoder = SyntheticDecoder(device: device, simulation: simulation)
    let run = simulation.run {
      do {
        _ = try await decoder.decode(image, maxPixelSize: 60)
      } catch ImageDecodingError.truncated {}
    }
    try run.get()
    XCTAssertGreaterThan(run.elapsed, decoder.cost.perPicture)
    XCTAssertEqual(device.liveBytes, 0)
    XCTAssertEqual(decoder.counts.failed, 1)
    XCTAssertEqual(decoder.counts.running, 0)
    XCTAssertEqual(decoder.counts.bytes, 0)
  }

  /// What the plan and the header say of a file, which must agree with each other.
  private func outcome(of data: Data) throws -> ImageDecodingError? {
    let image = EncodedImage(data)
    return DecodePlan(image, maxPixelSize: 60, isLenient: false).error
  }

  private func decoded(
    _ image: EncodedImage, isLenient: Bool
  ) -> SimulationRun<(Bitmap, ImageProperties)> {
    let simulation = Simulation()
    let device = SimulatedDevice(.phone2GB, simulation: simulation)
    let decoder = SyntheticDecoder(device: device, simulation: simulation, isLenient: isLenient)
    return simulation.run {
      let picture = try await decoder.decode(image, maxPixelSize: 60)
      return (picture, try decoder.properties(of: image))
    }
  }

  private func error<Value>(of run: SimulationRun<Value>) -> ImageDecodingError? {
    guard case .failure(let error) = run.outcome else { return nil }
    return error as? ImageDecodingError
  }
}
