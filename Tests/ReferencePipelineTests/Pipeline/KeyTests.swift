import Foundation
import ReferencePipeline
import SimulatedPhone
import Simulation
import TwoTiersTwoKeysSolution
import Vocabulary
import XCTest

/// Whose picture it is, and which: what requests say besides the URL, and what URLs say besides
/// the picture.
final class KeyTests: PipelineTestCase {
  /// Asks for a picture under one header after another, each in a launch of its own.
  private static func launches(
    _ simulation: Simulation, _ path: String, _ kind: ImageKind, _ headers: [HeaderFields]
  ) async throws -> [TransferRecord] {
    let world = PhoneWorld(simulation)
    var disk = world.disk
    for headers in headers {
      var configuration = world.configuration
      configuration.headers = headers
      let pipeline = world.pipeline(configuration, on: disk)
      _ = try await pipeline.image(for: ImageRequest(kind, url: world.url(path), pixelSize: 128))
      await pipeline.endSession()
      try await world.settle()
      disk = disk.relaunched(.everything)
    }
    return world.transport.log.records
  }

  func testAnotherHeaderThatVariesIsAnotherBody() {
    for kind in ImageKind.allCases {
      underSchedules(seeds: 0..<5) { simulation in
        try await Self.launches(
          simulation, "/varied/3", kind,
          [["Accept-Language": "de"], ["Accept-Language": "fi"], ["Accept-Language": "fi"], [:]])
      } check: { records, place in
        XCTAssertEqual(
          records.map { $0.request.headers["Accept-Language"] }, ["de", "fi", nil], place)
        XCTAssertEqual(records.map(\.status), [200, 200, 200], place)
        XCTAssertEqual(
          records.map { $0.request.headers["If-None-Match"] }, [nil, nil, nil],
          "the validator is another one's, too: \(place)")
      }
    }
  }

  func testAnotherAccountIsAnotherBody() {
    for kind in ImageKind.allCases {
      underSchedules(seeds: 0..<5) { simulation in
        try await Self.launches(
          simulation, "/a/3", kind,
          [["Authorization": "A"], ["Authorization": "B"], ["Authorization": "B"], [:]])
      } check: { records, place in
        XCTAssertEqual(
          records.map { $0.request.headers["Authorization"] }, ["A", "B", nil], place)
        XCTAssertEqual(records.map(\.status), [200, 200, 200], place)
        XCTAssertEqual(
          records.map { $0.request.headers["If-None-Match"] }, [nil, nil, nil], place)
      }
    }
  }

  func testAnotherHeaderThatDoesNotVaryIsNoOther() {
    underSchedules(seeds: 0..<3) { simulation in
      try await Self.launches(
        simulation, "/a/3", .avatar, [["Accept-Language": "de"], ["Accept-Language": "fi"]])
    } check: { records, place in
      XCTAssertEqual(records.count, 1, place)
    }
  }

  func testTwoSignaturesInFlightAreOneDownloadUnderTheFirst() {
    underSchedules(seeds: 0..<10) { simulation in
      let world = PhoneWorld(simulation)
      var configuration = world.configuration
      configuration.keys = TierKeys(tokenParameters: ["sig"])
      let pipeline = world.pipeline(configuration)
      func load(_ path: String, size: Int = 128) -> Task<Bitmap, any Error> {
        let request = ImageRequest(.avatar, url: world.url(path), pixelSize: size)
        return Task { try await pipeline.image(for: request) }
      }
      let first = load("/a/3?sig=one")
      try await simulation.clock.sleep(for: .milliseconds(10))
      let second = load("/a/3?sig=two")
      try await simulation.clock.sleep(for: .milliseconds(10))
      // Who leaves takes nothing from the other one.
      first.cancel()
      let picture = try await second.value
      _ = await first.result
      try await world.settle()
      return (picture.size.width, world.transport.log.records)
    } check: { report, place in
      XCTAssertEqual(report.0, 128, place)
      XCTAssertEqual(report.1.count, 1, place)
      XCTAssertEqual(report.1.map(\.outcome), [.finished], place)
      XCTAssertEqual(report.1.first?.request.url.query()?.contains("sig=one"), true, place)
    }
  }

  func testASignatureIsNoPartOfTheKeysAndGoesOutFresh() {
    underSchedules(seeds: 0..<10) { simulation in
      let world = PhoneWorld(simulation)
      var configuration = world.configuration
      configuration.keys = TierKeys(tokenParameters: ["sig", "expires"])
      func request(_ kind: ImageKind, _ path: String) -> ImageRequest {
        ImageRequest(kind, url: world.url(path), pixelSize: 128)
      }
      let pipeline = world.pipeline(configuration)
      let (first, second) = (
        request(.avatar, "/a/3?sig=one&v=2&expires=5"),
        request(.avatar, "/a/3?expires=9&v=2&sig=two")
      )
      let picture = try await pipeline.image(for: first)
      let inMemory = pipeline.cachedImage(for: second) === picture
      let other = pipeline.cachedImage(for: request(.avatar, "/a/3?sig=one&v=3")) == nil
      try await simulation.clock.sleep(for: .seconds(400))
      _ = pipeline.cachedImage(for: second)
      try await world.settle()
      await pipeline.endSession()
      // On disk it is one as well.
      let next = world.pipeline(configuration, on: world.disk.relaunched(.everything))
      _ = try await next.image(for: request(.avatar, "/a/3?sig=three&v=2"))
      let soon = world.transport.log.records.count
      await next.invalidate(world.url("/a/3?sig=three&v=2"))
      _ = try await next.image(for: request(.avatar, "/a/3?sig=four&v=2"))
      try await world.settle()
      return (inMemory, other, soon, world.transport.log.records)
    } check: { report, place in
      XCTAssertTrue(report.0, place)
      XCTAssertTrue(report.1, "an unknown parameter may choose the picture: \(place)")
      XCTAssertEqual(report.2, 2, place)
      XCTAssertEqual(report.3.map(\.status), [200, 304, 200], place)
      XCTAssertEqual(
        report.3.map { $0.request.url.query()?.contains("sig=") }, [true, true, true], place)
      let signatures = ["sig=one", "sig=two", "sig=four"]
      for (record, signature) in zip(report.3, signatures) {
        XCTAssertTrue(record.request.url.absoluteString.contains(signature), place)
      }
    }
  }
}
