import Foundation
import FourThousandPixelOriginalsSolution
import Simulation
import Vocabulary
import XCTest

final class FourThousandPixelOriginalsTests: XCTestCase {
  private let landscape = ImageProperties(storedSize: PixelSize(width: 4000, height: 3000))

  // MARK: Sizes

  func testPixelsArePointsTimesScaleRoundedUp() {
    XCTAssertEqual(
      DecodePlan.pixels(width: 120, height: 90, scale: 3), PixelSize(width: 360, height: 270))
    XCTAssertEqual(
      DecodePlan.pixels(width: 119.5, height: 0.1, scale: 3), PixelSize(width: 359, height: 1))
    XCTAssertEqual(
      DecodePlan.pixels(width: 100.0 / 3, height: 390, scale: 3),
      PixelSize(width: 100, height: 1170))
    XCTAssertEqual(DecodePlan.pixels(width: -1, height: 9, scale: 3).isEmpty, true)
    XCTAssertEqual(DecodePlan.pixels(width: .nan, height: .infinity, scale: 3), .zero)
    XCTAssertEqual(DecodePlan.pixels(width: 1e300, height: 1e300, scale: 3), .zero)
  }

  func testThePlanKeepsTheAspectAndNeverEnlarges() {
    let plan = DecodePlan(landscape, maxPixelSize: 360)
    XCTAssertEqual(plan.size, PixelSize(width: 360, height: 270))
    XCTAssertEqual(plan.byteCount, 1472 * 270)
    let small = ImageProperties(storedSize: PixelSize(width: 100, height: 50))
    XCTAssertEqual(DecodePlan(small, maxPixelSize: 360).size, small.storedSize)
    let place = PixelSize(width: 360, height: 360)
    XCTAssertEqual(DecodePlan(small, place: place, mode: .fill).size, small.storedSize)
  }

  func testThePeakIsTheResultAndAStripAndNeverTheOriginal() {
    let plan = DecodePlan(landscape, maxPixelSize: 360, stripRows: 16)
    XCTAssertEqual(plan.peakByteCount, 1472 * 270 + 16_000 * 16)
    XCTAssertLessThan(plan.peakByteCount, 48_000_000 / 50)
    XCTAssertEqual(DecodePlan(landscape, maxPixelSize: 0).peakByteCount, 0)
    let huge = ImageProperties(storedSize: PixelSize(width: .max, height: .max))
    XCTAssertEqual(DecodePlan(huge, maxPixelSize: .max).peakByteCount, .max)
  }

  func testAPhotoOnItsSideIsPlannedAsItIsShown() {
    let turned = ImageProperties(
      storedSize: PixelSize(width: 4000, height: 3000), orientation: .right)
    XCTAssertEqual(
      DecodePlan(turned, maxPixelSize: 360).size, PixelSize(width: 270, height: 360))
    let plan = DecodePlan(turned, place: PixelSize(width: 300, height: 900))
    XCTAssertEqual(plan.size, PixelSize(width: 300, height: 400))
  }

  func testTheTightSideOfAPlaceIsNotAlwaysItsLonger() {
    let tall = PixelSize(width: 360, height: 640)
    XCTAssertEqual(
      DecodePlan(landscape, place: tall, mode: .fit).size, PixelSize(width: 360, height: 270))
    XCTAssertEqual(
      DecodePlan(landscape, place: tall, mode: .fill).size, PixelSize(width: 854, height: 641))
    let square = PixelSize(width: 360, height: 360)
    XCTAssertEqual(
      DecodePlan(landscape, place: square, mode: .fill).size, PixelSize(width: 480, height: 360))
    XCTAssertEqual(DecodePlan(landscape, place: .zero).size, .zero)
  }

  func testAPlanLiesInItsPlaceForAllShapes() {
    for width in stride(from: 1, to: 60, by: 7) {
      for height in stride(from: 1, to: 60, by: 5) {
        for place in [PixelSize(width: 9, height: 20), PixelSize(width: 31, height: 8)] {
          let photo = ImageProperties(storedSize: PixelSize(width: width, height: height))
          let fit = DecodePlan(photo, place: place, mode: .fit).size
          XCTAssertTrue(fit.width <= place.width && fit.height <= max(1, place.height))
          let fill = DecodePlan(photo, place: place, mode: .fill).size
          XCTAssertTrue(fill.width >= min(width, place.width), "\(photo) \(place) \(fill)")
          XCTAssertTrue(fill.height >= min(height, place.height), "\(photo) \(place) \(fill)")
          XCTAssertTrue(fill.width <= width && fill.height <= height)
        }
      }
    }
  }

  func testSizesOfOneBucketShareAKey() {
    let buckets = SizeBuckets()
    XCTAssertEqual(buckets.size(for: 359), 360)
    XCTAssertEqual(buckets.size(for: 360), 360)
    XCTAssertEqual(buckets.size(for: 361), 390)
    XCTAssertEqual(buckets.size(for: 1170), 1170)
    XCTAssertEqual(buckets.size(for: 0), 0)
    XCTAssertEqual(buckets.size(for: .max), .max)
    XCTAssertEqual(SizeBuckets(step: -3).size(for: 17), 17)
    XCTAssertEqual(
      buckets.key(for: BytesToys.key("/p", 359)), buckets.key(for: BytesToys.key("/p", 360)))
  }

  func testDecodesAreLimitedByBytesAndInOrder() {
    let small = DecodePlan(landscape, maxPixelSize: 360, stripRows: 1)
    let large = DecodePlan(landscape, maxPixelSize: 4000, stripRows: 1)
    let limit = 3 * small.peakByteCount
    func startable(_ waiting: [DecodePlan], _ running: Int) -> Int {
      DecodePlan.startable(waiting, running: running, limit: limit)
    }
    XCTAssertEqual(startable([small, small, small, small], 0), 3)
    XCTAssertEqual(startable([small, small], 2 * small.peakByteCount), 1)
    XCTAssertEqual(startable([large, small], 0), 1, "alone")
    XCTAssertEqual(startable([small, large, small], 0), 1, "none overtakes")
    XCTAssertEqual(startable([large], 1), 0)
    XCTAssertEqual(startable([], 0), 0)
    XCTAssertEqual(DecodePlan.startable([small], running: 5, limit: -1), 0)
  }

  // MARK: The request

  func testAServerThatResizesIsAskedForItsNearestSizeThatIsNotSmaller() {
    let server = ImageServer.resizes(parameter: "w", sizes: [1080, 240, 480])
    func asked(_ size: Int) -> String {
      server.url(for: BytesToys.url("/p/7"), maxPixelSize: size).absoluteString
    }
    XCTAssertEqual(asked(240), "https://example.com/p/7?w=240")
    XCTAssertEqual(asked(241), "https://example.com/p/7?w=480")
    XCTAssertEqual(asked(360), "https://example.com/p/7?w=480")
    XCTAssertEqual(asked(1081), "https://example.com/p/7", "the original is not smaller")
    XCTAssertEqual(asked(0), "https://example.com/p/7")
    let any = ImageServer.resizes(parameter: "w", sizes: [])
    XCTAssertEqual(
      any.url(for: BytesToys.url("/p/7"), maxPixelSize: 361).absoluteString,
      "https://example.com/p/7?w=361")
  }

  func testAServerThatDoesNotResizeGetsThePlainURL() {
    let url = BytesToys.url("/p/7?b=2&a=%2B")
    XCTAssertEqual(ImageServer.sendsOriginals.url(for: url, maxPixelSize: 360), url)
  }

  func testOtherParametersStayAsTheyAreAndWhereTheyAre() {
    let server = ImageServer.resizes(parameter: "w", sizes: [])
    func asked(_ text: String) -> String {
      server.url(for: BytesToys.url(text), maxPixelSize: 360).absoluteString
    }
    XCTAssertEqual(asked("/p?b=2&a=1"), "https://example.com/p?b=2&a=1&w=360")
    XCTAssertEqual(asked("/p?w=9&b=2&w=7"), "https://example.com/p?w=360&b=2")
    XCTAssertEqual(asked("/p?sig=a%2Bb%26+c"), "https://example.com/p?sig=a%2Bb%26+c&w=360")
    XCTAssertEqual(asked("/p?flag&w"), "https://example.com/p?flag&w=360")
    XCTAssertEqual(asked("/p#top"), "https://example.com/p?w=360#top")
    XCTAssertEqual(asked("/p?w=360"), asked("/p"), "asking twice changes nothing")
    let odd = ImageServer.resizes(parameter: "a&b", sizes: [])
    let once = odd.url(for: BytesToys.url("/p"), maxPixelSize: 1)
    XCTAssertEqual(once.absoluteString, "https://example.com/p?a%26b=1")
    XCTAssertEqual(odd.url(for: once, maxPixelSize: 1), once)
  }

  // MARK: The body

  private struct Source {
    var headers: HeaderFields = [:]
    var chunks: [Int]
    var error: (any Error)?

    func response(onStop: @escaping @Sendable () -> Void = {}) -> TransportResponse {
      let (body, continuation) = TransportResponse.Body.makeStream()
      continuation.onTermination = { _ in onStop() }
      for chunk in chunks { continuation.yield(Data(repeating: 7, count: chunk)) }
      continuation.finish(throwing: error)
      return TransportResponse(status: 200, headers: headers, body: body)
    }
  }

  private func read(_ source: Source, limit: Int) throws -> Int {
    try Simulation().run {
      try await BodyLimit(byteCount: limit).read(source.response()).byteCount
    }.get()
  }

  func testABodyAtTheLimitIsReadAndOneByteMoreIsNot() throws {
    XCTAssertEqual(try read(Source(chunks: [40, 60]), limit: 100), 100)
    XCTAssertEqual(try read(Source(chunks: []), limit: 0), 0)
    for source in [Source(chunks: [40, 61]), Source(chunks: [101]), Source(chunks: [100, 1])] {
      XCTAssertThrowsError(try read(source, limit: 100)) {
        XCTAssertEqual($0 as? TransportError, .bodyTooLarge(limit: 100))
      }
    }
  }

  func testADeclaredLengthIsRefusedAtTheHeader() throws {
    let simulation = Simulation()
    let (body, continuation) = TransportResponse.Body.makeStream()
    defer { continuation.finish() }
    let run = simulation.run {
      // The body never ends, so only the header can decide.
      try await BodyLimit(byteCount: 100).read(
        TransportResponse(status: 200, headers: ["content-length": "101"], body: body))
    }
    XCTAssertThrowsError(try run.get()) {
      XCTAssertEqual($0 as? TransportError, .bodyTooLarge(limit: 100))
    }
  }

  func testABodyOfAnotherLengthThanDeclaredIsNotWhole() {
    for chunks in [[60], [60, 40], []] {
      let source = Source(headers: ["Content-Length": "99"], chunks: chunks)
      XCTAssertThrowsError(try read(source, limit: 100)) {
        XCTAssertEqual($0 as? TransportError, .connectionLost)
      }
    }
  }

  func testAnErrorWithinTheBodyReachesTheCaller() {
    XCTAssertThrowsError(try read(Source(chunks: [9], error: TransportError.timedOut), limit: 99)) {
      XCTAssertEqual($0 as? TransportError, .timedOut)
    }
  }

  func testACancelledReaderTakesNothingForWhole() throws {
    let simulation = Simulation()
    let stopped = BytesToys.Tally()
    let run = simulation.run {
      let (body, continuation) = TransportResponse.Body.makeStream()
      continuation.onTermination = { _ in stopped.add() }
      continuation.yield(Data(count: 9))
      let reader = Task {
        try await BodyLimit(byteCount: 100).read(TransportResponse(status: 200, body: body))
      }
      try await simulation.clock.sleep(for: .seconds(1))
      reader.cancel()
      return await reader.result
    }
    XCTAssertThrowsError(try run.get().get()) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertEqual(stopped.value, 1)
  }
}
