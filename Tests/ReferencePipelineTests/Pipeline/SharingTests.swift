import NameTheNumbersSolution
import ReferencePipeline
import SimulatedPhone
import Simulation
import Vocabulary
import XCTest

/// One load for many callers, one download for many sizes.
final class SharingTests: PipelineTestCase {
  func testTenCallersShareOneLoad() {
    underSchedules { simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let request = world.thumbnail(7)
      var pictures: [Bitmap] = []
      await withTaskGroup(of: Bitmap?.self) { group in
        for _ in 0..<10 {
          group.addTask { try? await pipeline.image(for: request) }
        }
        for await picture in group { if let picture { pictures.append(picture) } }
      }
      try await world.settle()
      return (
        pictures.count, Set(pictures.map(ObjectIdentifier.init)).count,
        world.transport.log.records.count, world.decoder.counts.started,
        pipeline.cachedImage(for: request) === pictures.first
      )
    } check: { report, place in
      XCTAssertEqual(report.0, 10, place)
      XCTAssertEqual(report.1, 1, place)
      XCTAssertEqual(report.2, 1, place)
      XCTAssertEqual(report.3, 1, place)
      XCTAssertTrue(report.4, place)
    }
  }

  func testTwoSizesOfOnePhotoAreOneDownload() {
    underSchedules { simulation in
      let world = PhoneWorld(simulation, resizes: false)
      let pipeline = world.pipeline()
      async let small = pipeline.image(for: world.thumbnail(7, size: 360))
      async let large = pipeline.image(
        for: ImageRequest(.fullScreen, url: world.url("/p/7"), pixelSize: 1170))
      let sizes = try await [small.size, large.size]
      let later = try await pipeline.image(for: world.thumbnail(7, size: 600))
      try await world.settle()
      return (sizes + [later.size], world.transport.log.records.count)
    } check: { report, place in
      XCTAssertEqual(report.0.map(\.width), [360, 1170, 600], place)
      XCTAssertEqual(report.1, 1, place)
    }
  }

  func testOneLeavesAndTheOtherGetsItsPicture() {
    underSchedules { simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let leaver = Task { try await pipeline.image(for: world.thumbnail(7)) }
      let stayer = Task { try await pipeline.image(for: world.thumbnail(7)) }
      try await simulation.clock.sleep(for: .milliseconds(20))
      leaver.cancel()
      let picture = try await stayer.value
      let left = await leaver.result
      try await world.settle()
      return (picture.size.width, (try? left.get()) == nil, world.transport.log.records)
    } check: { report, place in
      XCTAssertEqual(report.0, 360, place)
      XCTAssertTrue(report.1, place)
      XCTAssertEqual(report.2.map(\.outcome), [.finished], place)
    }
  }

  func testTheTransferStopsWhenTheLastOneLeaves() {
    underSchedules { simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let callers = (0..<3).map { _ in Task { try await pipeline.image(for: world.thumbnail(7)) } }
      try await simulation.clock.sleep(for: .milliseconds(20))
      callers.forEach { $0.cancel() }
      for caller in callers { _ = await caller.result }
      try await world.settle()
      let metrics = pipeline.metrics
      return (
        world.transport.log.records.map(\.outcome), pipeline.cachedImage(for: world.thumbnail(7)),
        metrics.requested, metrics.cancelled, metrics.contradictions, world.device.liveBytes
      )
    } check: { report, place in
      XCTAssertEqual(report.0, [.stopped], place)
      XCTAssertNil(report.1, place)
      XCTAssertEqual(report.2, 3, place)
      XCTAssertEqual(report.3, 3, place)
      XCTAssertEqual(report.4, 0, place)
      XCTAssertEqual(report.5, 0, place)
    }
  }

  /// The comparison: the load goes on, and its caller leaves all the same.
  func testWithoutCancellationTheLoadGoesOnAndTheCallerLeavesAtOnce() {
    underSchedules { simulation in
      let world = PhoneWorld(simulation)
      var configuration = world.configuration
      configuration.cancelsLoads = false
      let pipeline = world.pipeline(configuration)
      let leaver = Task { try await pipeline.image(for: world.thumbnail(7)) }
      pipeline.prefetch([world.thumbnail(8)])
      try await simulation.clock.sleep(for: .milliseconds(20))
      leaver.cancel()
      pipeline.cancelPrefetch([world.thumbnail(8)])
      let result = await leaver.result
      let left = simulation.clock.now.offset
      var isCancelled = false
      if case .failure(is CancellationError) = result { isCancelled = true }
      try await world.settle()
      return (
        isCancelled, left, world.transport.log.records.map(\.outcome),
        [7, 8].map { pipeline.cachedImage(for: world.thumbnail($0)) != nil },
        pipeline.metrics.cancelled
      )
    } check: { report, place in
      XCTAssertTrue(report.0, place)
      XCTAssertEqual(report.1, .milliseconds(20), place)
      XCTAssertEqual(report.2, [.finished, .finished], place)
      XCTAssertEqual(report.3, [true, true], place)
      XCTAssertEqual(report.4, 2, place)
    }
  }

  func testAVisibleCallerLiftsThePrefetchThatItJoins() {
    underSchedules { simulation in
      let world = PhoneWorld(simulation)
      var configuration = world.configuration
      configuration.width = 1
      let pipeline = world.pipeline(configuration)
      pipeline.prefetch((1...5).map { world.thumbnail($0) })
      try await simulation.clock.sleep(for: .milliseconds(10))
      // Number one is on its way, and the others wait behind it.
      let picture = try await pipeline.image(for: world.thumbnail(5))
      let order = world.transport.log.records.prefix(2).map { $0.request.url.path() }
      try await world.settle()
      return (picture.size.width, order, world.transport.log.records.count)
    } check: { report, place in
      XCTAssertEqual(report.0, 360, place)
      XCTAssertTrue(report.1.contains("/p/5"), "first or second of all: \(place)")
      XCTAssertEqual(report.2, 5, place)
    }
  }

  func testAnInvalidationWinsOverWhatIsOnItsWayToTheScreen() {
    underSchedules { simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let request = world.thumbnail(7)
      let former = try await pipeline.image(for: request)
      let early = Task { try await pipeline.image(for: world.thumbnail(8)) }
      try await simulation.clock.sleep(for: .milliseconds(40))
      for path in ["/p/7", "/p/8"] { await pipeline.invalidate(world.url(path)) }
      let late = try await early.value
      pipeline.show(former, for: request, afterVisible: .zero)
      pipeline.show(late, for: world.thumbnail(8), afterVisible: .zero)
      let held = [request, world.thumbnail(8)].map { pipeline.cachedImage(for: $0) }
      // Whoever draws them keeps them alive.
      return withExtendedLifetime((former, late)) { held.map { $0 == nil } }
    } check: { (areGone: [Bool], place: String) in
      XCTAssertEqual(areGone, [true, true], place)
    }
  }

  func testAnInvalidationWinsOverWhatIsOnItsWay() {
    underSchedules { simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let request = world.thumbnail(7)
      let early = Task { try await pipeline.image(for: request) }
      try await simulation.clock.sleep(for: .milliseconds(40))
      world.server.replace(7, with: 1_007, at: simulation.clock.now)
      await pipeline.invalidate(world.url("/p/7"))
      let late = try await pipeline.image(for: request)
      let first = try await early.value
      try await world.settle()
      let held = pipeline.cachedImage(for: request)
      return (
        ShownPicture(first).id, ShownPicture(late).id, held.flatMap { ShownPicture($0).id },
        world.transport.log.records.count
      )
    } check: { report, place in
      XCTAssertEqual(report.0, 7, place)
      XCTAssertEqual(report.1, 1_007, place)
      XCTAssertEqual(report.2, 1_007, place)
      XCTAssertEqual(report.3, 2, place)
    }
  }
}
