import Foundation
import NameTheNumbersSolution
import ReferencePipeline
import SimulatedPhone
import Simulation
import Vocabulary
import XCTest

/// What the server said is kept, over a relaunch too, and each kind asks as often as it has to.
final class FreshnessTests: PipelineTestCase {
  func testAnAvatarIsConfirmedWithoutABody() {
    underSchedules { simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let first = try await pipeline.image(for: world.avatar(3))
      let bytes = world.transport.log.totalBytes
      try await simulation.clock.sleep(for: .seconds(400))
      let second = pipeline.cachedImage(for: world.avatar(3))
      try await world.settle()
      let third = pipeline.cachedImage(for: world.avatar(3))
      try await world.settle()
      return (
        first === second, first === third, world.transport.log.records.map(\.status),
        world.transport.log.totalBytes - bytes, world.decoder.counts.started
      )
    } check: { report, place in
      XCTAssertTrue(report.0, "shown while the server is asked: \(place)")
      XCTAssertTrue(report.1, "kept as it is: \(place)")
      XCTAssertEqual(report.2, [200, 304], place)
      XCTAssertEqual(report.3, 0, place)
      XCTAssertEqual(report.4, 1, "a confirmed picture is not decoded again: \(place)")
    }
  }

  func testAnAvatarThatWasReplacedIsShownAfterTheRefresh() {
    underSchedules { simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      _ = try await pipeline.image(for: world.avatar(3))
      world.server.replace(3, with: 1_003, at: simulation.clock.now)
      try await simulation.clock.sleep(for: .seconds(400))
      let former = pipeline.cachedImage(for: world.avatar(3))
      try await world.settle()
      let present = pipeline.cachedImage(for: world.avatar(3))
      return (
        former.flatMap { ShownPicture($0).id }, present.flatMap { ShownPicture($0).id }
      )
    } check: { ids, place in
      XCTAssertEqual(ids.0, 3, place)
      XCTAssertEqual(ids.1, 1_003, place)
    }
  }

  func testAThumbnailIsNeverAskedAboutAgain() {
    underSchedules { simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      _ = try await pipeline.image(for: world.thumbnail(7))
      try await simulation.clock.sleep(for: .seconds(30 * 86_400))
      let later = pipeline.cachedImage(for: world.thumbnail(7))
      try await world.settle()
      return (later != nil, world.transport.log.records.count)
    } check: { report, place in
      XCTAssertTrue(report.0, place)
      XCTAssertEqual(report.1, 1, place)
    }
  }

  func testARelaunchKeepsBytesAndValidators() {
    underSchedules { simulation in
      let world = PhoneWorld(simulation)
      let before = world.pipeline()
      _ = try await before.image(for: world.avatar(3))
      _ = try await before.image(for: world.thumbnail(7))
      await before.endSession()
      try await world.settle()
      let disk = world.disk.relaunched(.nothing)
      let after = world.pipeline(on: disk)
      _ = try await after.image(for: world.thumbnail(7))
      _ = try await after.image(for: world.avatar(3))
      let soon = world.transport.log.records.count
      // A day later the avatar is past its budget: asked first, and confirmed.
      try await simulation.clock.sleep(for: .seconds(100_000))
      let later = world.pipeline(on: disk.relaunched(.nothing))
      let picture = try await later.image(for: world.avatar(3))
      try await world.settle()
      return (
        soon, world.transport.log.records.map(\.status), ShownPicture(picture).id,
        after.metrics.diskHits
      )
    } check: { report, place in
      XCTAssertEqual(report.0, 2, "all comes from disk: \(place)")
      XCTAssertEqual(report.1, [200, 200, 304], place)
      XCTAssertEqual(report.2, 3, place)
      XCTAssertEqual(report.3, 2, place)
    }
  }

  func testOfflineShowsWhatIsThere() {
    underSchedules { simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      _ = try await pipeline.image(for: world.avatar(3))
      try await world.settle()
      world.transport.condition = .offline
      try await simulation.clock.sleep(for: .seconds(200_000))
      let inMemory = try await pipeline.image(for: world.avatar(3))
      pipeline.respond(to: .warning)
      let onDisk = try await pipeline.image(for: world.avatar(3))
      let missing = Task { try await pipeline.image(for: world.avatar(4)) }
      let failure = await missing.result
      try await world.settle()
      var error: (any Error)?
      if case .failure(let thrown) = failure { error = thrown }
      return (
        ShownPicture(inMemory).id, ShownPicture(onDisk).id, error as? TransportError,
        pipeline.metrics.failed
      )
    } check: { report, place in
      XCTAssertEqual(report.0, 3, place)
      XCTAssertEqual(report.1, 3, place)
      XCTAssertEqual(report.2, .offline, place)
      XCTAssertEqual(report.3, 1, place)
    }
  }

  func testWhatIsNotToBeKeptIsKeptNowhere() {
    underSchedules { simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let request = ImageRequest(.avatar, url: world.url("/secret/5"), pixelSize: 128)
      let image = try await pipeline.image(for: request)
      // What is on the screen is found again, and this is not.
      pipeline.show(image, for: request, afterVisible: .zero)
      try await world.settle()
      let images = world.disk.files.filter { $0.name.hasSuffix(".image") }
      let isKept = pipeline.cachedImage(for: request) != nil
      pipeline.hide(request)
      return (!isKept, images.count)
    } check: { report, place in
      XCTAssertTrue(report.0, place)
      XCTAssertEqual(report.1, 0, place)
    }
  }

  func testAByteThatFlippedOnDiskIsFetchedAgain() {
    underSchedules { simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      _ = try await pipeline.image(for: world.thumbnail(7))
      try await world.settle()
      for file in world.disk.files where file.name.hasSuffix(".image") {
        world.disk.flip(file.name, at: file.byteCount / 2)
      }
      pipeline.respond(to: .warning)
      let again = try await pipeline.image(for: world.thumbnail(7))
      try await world.settle()
      return (
        ShownPicture(again).id, world.transport.log.records.count, world.decoder.counts.failed
      )
    } check: { report, place in
      XCTAssertEqual(report.0, 7, place)
      XCTAssertEqual(report.1, 2, place)
      XCTAssertEqual(report.2, 0, "no decoder sees it: \(place)")
    }
  }

  func testTheWallClockSetBackKeepsNothingFresh() {
    underSchedules(seeds: 0..<5) { simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      _ = try await pipeline.image(for: world.avatar(3))
      world.clock.set(aheadBy: -3_600)
      try await simulation.clock.sleep(for: .seconds(400))
      for _ in 0..<3 {
        _ = pipeline.cachedImage(for: world.avatar(3))
        try await world.settle()
      }
      return world.transport.log.records.compactMap(\.status)
    } check: { statuses, place in
      XCTAssertEqual(statuses, [200, 304], "asked once and not in a loop: \(place)")
    }
  }
}
