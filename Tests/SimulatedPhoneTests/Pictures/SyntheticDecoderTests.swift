import SimulatedPhone
import Simulation
import Vocabulary
import XCTest

final class SyntheticDecoderTests: XCTestCase {
  private let photo = SyntheticPhoto(id: 7, size: PixelSize(width: 4000, height: 3000))

  func testTheCostFollowsTheStoredPixelsAndNotTheWantedOnes() throws {
    XCTAssertEqual(try elapsed(photo, 360), try elapsed(photo, 4000))
    XCTAssertEqual(try elapsed(photo, 360), .microseconds(100 + 12 * 2_083))
    let rendition = photo.resized(maxPixelSize: 360)
    XCTAssertLessThan(try elapsed(rendition, 360), .milliseconds(1))
    XCTAssertLessThan(try elapsed(photo, 360, on: .phone12GB), try elapsed(photo, 360) / 3)
  }

  func testThePictureIsTheAskedOne() throws {
    for (side, size) in [(360, PixelSize(width: 360, height: 270)), (9_000, photo.size)] {
      let picture = try decode(photo, side).0
      XCTAssertEqual(picture.size, size)
      XCTAssertEqual(ShownPicture(picture), .photo(id: 7, size: size))
    }
    XCTAssertEqual(try decode(photo, 0).0.size, .zero)
  }

  func testAllOrientationsAreShownUpright() throws {
    for orientation in Orientation.allCases {
      let turned = SyntheticPhoto(id: 7, size: photo.size, orientation: orientation)
      let size =
        orientation.swapsSides
        ? PixelSize(width: 270, height: 360) : PixelSize(width: 360, height: 270)
      let (picture, properties) = try decode(turned, 360)
      XCTAssertEqual(ShownPicture(picture), .photo(id: 7, size: size))
      XCTAssertEqual(
        properties, ImageProperties(storedSize: photo.size, orientation: orientation))
    }
  }

  func testAThumbnailNeverTakesTheOriginal() throws {
    let world = World()
    let photo = photo
    try world.run { world in
      let picture = try await world.decoder.decode(photo.encoded(), maxPixelSize: 360)
      XCTAssertEqual(world.device.liveBytes, picture.byteCount)
    }
    let strip = 32 * Bitmap.bytesPerRow(forWidth: 4000)
    let thumbnail = Bitmap.bytesPerRow(forWidth: 360) * 270
    XCTAssertEqual(world.decoder.counts.mostBytes, thumbnail + strip)
    XCTAssertEqual(world.device.highWaterMark, world.device.limits.baseline + thumbnail + strip)
    XCTAssertEqual(world.device.liveBytes, 0)
  }

  func testAFullDecodeTakesTheOriginalOnce() throws {
    let world = World()
    let photo = photo
    try world.run { world in
      _ = try await world.decoder.decode(photo.encoded(), maxPixelSize: .max)
    }
    XCTAssertEqual(world.decoder.counts.mostBytes, 16_000 * 3_000)
    XCTAssertEqual(world.device.liveBytes, 0)
  }

  func testDecodesSideBySideAreCountedAndDoNotSlowEachOther() throws {
    let world = World()
    let image = photo.encoded()
    let elapsed = try world.run { world in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 {
          group.addTask { _ = try await world.decoder.decode(image, maxPixelSize: 360) }
        }
        try await group.waitForAll()
      }
    }
    let one = 32 * Bitmap.bytesPerRow(forWidth: 4000) + Bitmap.bytesPerRow(forWidth: 360) * 270
    XCTAssertEqual(elapsed, .microseconds(100 + 12 * 2_083))
    XCTAssertEqual(world.decoder.counts.mostRunning, 6)
    XCTAssertEqual(world.decoder.counts.mostBytes, 6 * one)
    XCTAssertEqual(world.decoder.counts.finished, 6)
    XCTAssertEqual(world.device.liveBytes, 0)
  }

  func testACancelledDecodeEndsBetweenStripsInEveryOrder() throws {
    let image = photo.encoded()
    for seed in 0..<100 as Range<UInt64> {
      let world = World(.shuffled(seed))
      let elapsed = try world.run { world in
        let task = Task { try await world.decoder.decode(image, maxPixelSize: 360) }
        try await world.clock.sleep(for: .milliseconds(3))
        task.cancel()
        do {
          _ = try await task.value
          XCTFail("not cancelled")
        } catch is CancellationError {}
        XCTAssertEqual(world.device.liveBytes, 0)
      }
      XCTAssertEqual(elapsed, .milliseconds(3))
      XCTAssertEqual(world.decoder.counts.cancelled, 1)
      XCTAssertEqual(world.decoder.counts.running, 0)
    }
  }

  func testACancelledTaskBeginsNoDecode() throws {
    let world = World()
    let image = photo.encoded()
    try world.run { world in
      let result = await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await world.decoder.decode(image, maxPixelSize: 360)
      }.result
      XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    }
    XCTAssertEqual(world.decoder.counts, DecodeCounts())
  }

  func testTheGateHoldsADecodeThatHasBegun() throws {
    let world = World()
    let image = photo.encoded()
    try world.run { world in
      world.decoder.gate.close()
      let held = Task { try await world.decoder.decode(image, maxPixelSize: 360) }
      try await world.decoder.gate.untilWaiting(1)
      XCTAssertEqual(world.decoder.counts.running, 1)
      XCTAssertGreaterThan(world.device.liveBytes, 0)
      try await world.clock.sleep(for: .seconds(60))
      let second = Task { try await world.decoder.decode(image, maxPixelSize: 360) }
      try await world.decoder.gate.untilWaiting(2)
      second.cancel()
      _ = await second.result
      world.decoder.gate.open()
      _ = try await held.value
    }
    XCTAssertEqual(world.decoder.counts.finished, 1)
    XCTAssertEqual(world.decoder.counts.cancelled, 1)
    XCTAssertEqual(world.device.liveBytes, 0)
  }

  func testAnAsynchronousDecodeIsNeverOnTheMainActor() throws {
    for hops in ActorHops.allCases {
      let world = World(hops: hops)
      let image = photo.encoded()
      try world.run { world in
        try await decodeFromMainActor(image, world)
      }
      XCTAssertEqual(world.decoder.counts.onMainActor, 0)
      XCTAssertEqual(world.device.mainActor.total, .zero)
    }
  }

  func testEachDecodeIsASpanOnTheTimeline() throws {
    let world = World()
    let image = photo.encoded()
    try world.run { world in _ = try await world.decoder.decode(image, maxPixelSize: 360) }
    let events = world.simulation.timeline.events
    XCTAssertEqual(events.map(\.phase), [.begins, .ends])
    XCTAssertEqual(events.map(\.lane), ["decoder", "decoder"])
    XCTAssertEqual(Set(events.map(\.what)), ["photo 7 4000×3000 to 360×270"])
  }

  func testADecodeOutsideARunThrows() async {
    let world = World()
    do {
      _ = try await world.decoder.decode(photo.encoded(), maxPixelSize: 360)
      XCTFail("decoded")
    } catch {
      XCTAssertEqual(error as? SimulationError, .notRunning)
    }
    XCTAssertEqual(world.device.liveBytes, 0)
  }

  private func elapsed(
    _ photo: SyntheticPhoto, _ side: Int, on device: DeviceClass = .phone2GB
  ) throws -> Duration {
    try World(device: device).run { world in
      _ = try await world.decoder.decode(photo.encoded(), maxPixelSize: side)
    }
  }

  private func decode(_ photo: SyntheticPhoto, _ side: Int) throws -> (Bitmap, ImageProperties) {
    let world = World()
    return try world.simulation.run {
      let image = photo.encoded()
      let picture = try await world.decoder.decode(image, maxPixelSize: side)
      return (picture, try world.decoder.properties(of: image))
    }.get()
  }
}

@MainActor
private func decodeFromMainActor(_ image: EncodedImage, _ world: World) async throws {
  _ = try await world.decoder.decode(image, maxPixelSize: 360)
}

/// A device with its decoder.
private struct World: Sendable {
  let simulation: Simulation
  let device: SimulatedDevice
  let decoder: SyntheticDecoder

  init(
    _ schedule: Schedule = .inOrder, hops: ActorHops = .inline, device: DeviceClass = .phone2GB
  ) {
    simulation = Simulation(schedule: schedule, hops: hops)
    self.device = SimulatedDevice(device, simulation: simulation)
    decoder = SyntheticDecoder(device: self.device, simulation: simulation)
  }

  var clock: SimulatedClock { simulation.clock }

  @discardableResult
  func run(_ body: @escaping @Sendable (World) async throws -> Void) throws -> Duration {
    let run = simulation.run { try await body(self) }
    try run.get()
    XCTAssertTrue(run.leftovers.isEmpty)
    return run.elapsed
  }
}
