import Foundation
import ReferencePipeline
import SimulatedPhone
import Vocabulary
import XCTest

/// The whole pipeline as an app would make it: a real network, real files and real clocks. Only
/// the decoder is another one.
final class HTTPServerPipelineTests: HTTPServerTestCase {
  /// Knows by heart what the files on the server show.
  private struct KnownPhotos: ImageDecoding {
    let photos: [EncodedImage: SyntheticPhoto]

    func properties(of image: EncodedImage) throws(ImageDecodingError) -> ImageProperties {
      ImageProperties(storedSize: try photo(in: image).size)
    }

    func decode(_ image: EncodedImage, maxPixelSize: Int) async throws -> Bitmap {
      try photo(in: image).picture(maxPixelSize: maxPixelSize)
    }

    private func photo(in image: EncodedImage) throws(ImageDecodingError) -> SyntheticPhoto {
      guard let photo = photos[image] else { throw .notAnImage }
      return photo
    }
  }

  private let folder = TemporaryFolder()
  private let photo = SyntheticPhoto(id: 7, size: PixelSize(width: 4_000, height: 3_000))
  // Of another length: the tag of nginx is made of the second and the length.
  private let newer = SyntheticPhoto(id: 8, size: PixelSize(width: 2_000, height: 1_500))

  override func tearDown() {
    folder.remove()
    super.tearDown()
  }

  /// The pipeline of one launch, and what it tells.
  private func launch() throws -> (pipeline: ImagePipeline, steps: Notes<PipelineEvent.Step>) {
    let steps = Notes<PipelineEvent.Step>()
    let photos = [photo.encoded(): photo, newer.encoded(): newer]
    let surroundings = ImagePipeline.Surroundings(
      transport: transport, decoder: KnownPhotos(photos: photos),
      files: try RealFiles(folder.url), clock: ContinuousClock(), time: DeviceTime(),
      observe: { steps.add($0.step) })
    let pipeline = ImagePipeline(ImagePipeline.Configuration(for: .phone4GB), in: surroundings)
    return (pipeline, steps)
  }

  private func isSent(_ steps: Notes<PipelineEvent.Step>, conditional: Bool) -> Bool {
    steps.all.contains(.sent(isConditional: conditional))
  }

  func testTheNextLaunchFindsItOnDisk() async throws {
    let name = newName()
    try await put(photo.encoded(), as: name)
    let request = ImageRequest(.feedThumbnail, url: try url("/max-age/\(name)"), pixelSize: 360)

    let (first, steps) = try launch()
    XCTAssertNil(first.cachedImage(for: request))
    let picture = try await first.image(for: request)
    XCTAssertEqual(
      ShownPicture(picture), .photo(id: 7, size: PixelSize(width: 360, height: 270)))
    XCTAssertTrue(first.cachedImage(for: request) === picture)
    XCTAssertTrue(isSent(steps, conditional: false))

    let (second, later) = try launch()
    let again = try await second.image(for: request)
    XCTAssertEqual(ShownPicture(again), ShownPicture(picture))
    XCTAssertTrue(later.all.contains(.read))
    XCTAssertFalse(isSent(later, conditional: false) || isSent(later, conditional: true))
  }

  func testAnAvatarIsConfirmedWithoutABodyAndReplacedWithOne() async throws {
    let name = newName()
    try await put(photo.encoded(), as: name)
    let request = ImageRequest(.avatar, url: try url("/no-cache/\(name)"), pixelSize: 120)
    let (first, _) = try launch()
    _ = try await first.image(for: request)

    let (second, confirming) = try launch()
    let same = try await second.image(for: request)
    XCTAssertEqual(ShownPicture(same).id, 7)
    XCTAssertTrue(isSent(confirming, conditional: true))
    XCTAssertTrue(confirming.all.contains(.confirmed))
    XCTAssertFalse(
      confirming.all.contains { if case .received(let bytes) = $0 { bytes > 0 } else { false } })

    try await put(newer.encoded(), as: name)
    let (third, replacing) = try launch()
    let other = try await third.image(for: request)
    XCTAssertEqual(ShownPicture(other).id, 8)
    XCTAssertTrue(isSent(replacing, conditional: true))
    XCTAssertFalse(replacing.all.contains(.confirmed))
  }

  func testWhatTheServerDoesNotWantKeptIsNotOnDisk() async throws {
    let name = newName()
    try await put(photo.encoded(), as: name)
    let request = ImageRequest(.feedThumbnail, url: try url("/no-store/\(name)"), pixelSize: 360)
    let (first, _) = try launch()
    let picture = try await first.image(for: request)
    XCTAssertEqual(ShownPicture(picture).id, 7)

    let (second, later) = try launch()
    _ = try await second.image(for: request)
    XCTAssertTrue(isSent(later, conditional: false))
    XCTAssertFalse(later.all.contains(.read))
  }
}
