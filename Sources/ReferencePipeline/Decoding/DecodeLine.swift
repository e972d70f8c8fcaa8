import DecodeOffMainSolution
import FlingThrough500RowsSolution
import Vocabulary
import VisibleBeforePrefetchSolution

/// From bytes to a picture that is ready to draw: off the main actor, visible places first, few at
/// a time, and within a limit of bytes.
///
/// The order is that of the line in front. Behind it as many are let through as may decode side
/// by side, so nobody waits a second time but for room.
struct DecodeLine: Sendable {
  private let line: LoadQueue<ObjectIdentifier>
  private let pictures: ReadyPictures
  private let stopwatch: Stopwatch
  private let reporter: Reporter

  init(
    decoder: any ImageDecoding, width: Int, clock: any Clock<Duration>, reporter: Reporter
  ) {
    // What limits decodes is their number and their bytes, not how often they start.
    line = LoadQueue(
      LoadOrder(width: width, startsPerSecond: 1_000_000, burst: 1_000_000), clock: clock)
    pictures = ReadyPictures(decoder: decoder, width: width)
    stopwatch = Stopwatch(clock)
    self.reporter = reporter
  }

  func picture(from image: EncodedImage, for request: LoadRequest) async throws -> Bitmap {
    try await line.run(ObjectIdentifier(request), level: request.level) {
      let start = stopwatch.elapsed
      let picture = try await pictures.picture(
        from: image, maxPixelSize: request.key.maxPixelSize)
      reporter.decoded(request.key, in: stopwatch.elapsed - start)
      return picture
    }
  }

  func levelChanged(_ request: LoadRequest) {
    line.setLevel(of: ObjectIdentifier(request), to: request.level)
  }
}
