import Foundation
import NameTheNumbersSolution
import ReferencePipeline
import SimulatedPhone
import Simulation
import Synchronization
import Vocabulary
import XCTest

/// An avatar that turns out to be another one is drawn anew where it is shown, and only there.
final class RedrawTests: PipelineTestCase {
  /// The cells of a list of avatars, which are looked at by hand.
  @MainActor
  private struct Avatars {
    let world: PhoneWorld
    let pipeline: ImagePipeline
    let screen: FeedScreen
    let changes: Changes

    init(_ simulation: Simulation, resizes: Bool = true) {
      world = PhoneWorld(simulation, resizes: resizes)
      let changes = Changes()
      self.changes = changes
      pipeline = world.pipeline { if $0.step == .changed { changes.add() } }
      screen = FeedScreen(
        pipeline, rows: [], kind: .avatar, prefetchDistance: 0, clock: simulation.clock)
    }

    /// A cell that shows an avatar.
    func cell(_ id: Int, size: Int = 128) async throws -> any ImageShowing {
      let cell = screen.makeCell()
      cell.bind(world.avatar(id, size: size).key)
      try await world.settle()
      return cell
    }

    /// Lets copies grow old, and has one looked at by somebody else, so that it is refreshed.
    func refresh(_ id: Int, size: Int = 128) async throws {
      try await world.simulation.clock.sleep(for: .seconds(400))
      _ = pipeline.cachedImage(for: world.avatar(id, size: size))
      try await world.settle()
    }
  }

  private final class Changes: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }

  @MainActor
  private static func id(_ cell: any ImageShowing) -> UInt32? {
    cell.drawn.flatMap { ShownPicture($0).id }
  }

  func testTheCellsThatShowItDrawTheNewOneAndNoOthersDo() {
    underSchedules { @MainActor simulation in
      let avatars = Avatars(simulation)
      let world = avatars.world
      let cells = [
        try await avatars.cell(3), try await avatars.cell(3), try await avatars.cell(4),
      ]
      let left = try await avatars.cell(3)
      let before = cells.map(\.drawn)
      world.server.replace(3, with: 1_003, at: simulation.clock.now)
      left.prepareForReuse()
      try await avatars.refresh(3)
      let after = cells.map(Self.id)
      // What was drawn first is held by nobody any more; what is drawn now is known as such.
      avatars.pipeline.respond(to: .warning)
      let found = avatars.pipeline.cachedImage(for: world.avatar(3))
      try await world.settle()
      let metrics = avatars.pipeline.metrics
      return (
        before.compactMap { $0 }.map { ShownPicture($0).id }, after, left.drawn == nil,
        found === cells[0].drawn, avatars.changes.count, metrics.visibleToShown.count
      )
    } check: { report, place in
      XCTAssertEqual(report.0, [3, 3, 4], place)
      XCTAssertEqual(report.1, [1_003, 1_003, 4], place)
      XCTAssertTrue(report.2, place)
      XCTAssertTrue(report.3, place)
      XCTAssertEqual(report.4, 1, place)
      XCTAssertEqual(report.5, 4, "drawing again is no second wait: \(place)")
    }
  }

  func testAConfirmedOneIsNotDrawnAgain() {
    underSchedules { @MainActor simulation in
      let avatars = Avatars(simulation)
      let cell = try await avatars.cell(3)
      let before = cell.drawn
      try await avatars.refresh(3)
      return (
        cell.drawn === before, avatars.changes.count,
        avatars.world.transport.log.records.map(\.status)
      )
    } check: { report, place in
      XCTAssertTrue(report.0, place)
      XCTAssertEqual(report.1, 0, place)
      XCTAssertEqual(report.2, [200, 304], place)
    }
  }

  func testTheSameBodyAgainIsNoChange() {
    underSchedules { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let changes = Changes()
      let pipeline = world.pipeline { if $0.step == .changed { changes.add() } }
      let screen = FeedScreen(
        pipeline, rows: [], kind: .avatar, prefetchDistance: 0, clock: simulation.clock)
      let request = ImageRequest(.avatar, url: world.url("/unmarked/3"), pixelSize: 128)
      let cell = screen.makeCell()
      cell.bind(request.key)
      try await world.settle()
      let before = cell.drawn
      try await simulation.clock.sleep(for: .seconds(400))
      _ = pipeline.cachedImage(for: request)
      try await world.settle()
      return (
        cell.drawn === before, changes.count, world.transport.log.records.map(\.status),
        world.decoder.counts.started
      )
    } check: { report, place in
      XCTAssertTrue(report.0, place)
      XCTAssertEqual(report.1, 0, place)
      XCTAssertEqual(report.2, [200, 200], place)
      XCTAssertEqual(report.3, 1, place)
    }
  }

  func testTwoChangesEndAtTheLastOne() {
    underSchedules { @MainActor simulation in
      let avatars = Avatars(simulation)
      let world = avatars.world
      let cell = try await avatars.cell(3)
      for version: UInt32 in [1_003, 2_003] {
        world.server.replace(3, with: version, at: simulation.clock.now)
        await avatars.pipeline.invalidate(world.url("/a/3"))
        _ = try await avatars.pipeline.image(for: world.avatar(3))
      }
      try await world.settle()
      return Self.id(cell)
    } check: { (id: UInt32?, place: String) in
      XCTAssertEqual(id, 2_003, place)
    }
  }

  func testACellThatIsBoundMeanwhileEndsWithTheNewOne() {
    underSchedules { @MainActor simulation in
      let avatars = Avatars(simulation)
      let world = avatars.world
      _ = try await avatars.cell(3)
      world.server.replace(3, with: 1_003, at: simulation.clock.now)
      try await simulation.clock.sleep(for: .seconds(400))
      _ = avatars.pipeline.cachedImage(for: world.avatar(3))
      // Around the end of the refresh, which takes 80 ms and a decode.
      var cells: [any ImageShowing] = []
      for _ in 0..<40 {
        let cell = avatars.screen.makeCell()
        cell.bind(world.avatar(3).key)
        cells.append(cell)
        try await simulation.clock.sleep(for: .milliseconds(3))
      }
      try await world.settle()
      return Set(cells.map(Self.id))
    } check: { (ids: Set<UInt32?>, place: String) in
      XCTAssertEqual(ids, [1_003], place)
    }
  }

  func testAPlaceThatIsLateWithTheFormerOneHearsOfIt() {
    underSchedules { @MainActor simulation in
      let world = PhoneWorld(simulation)
      let pipeline = world.pipeline()
      let request = world.avatar(3)
      let former = try await pipeline.image(for: request)
      world.server.replace(3, with: 1_003, at: simulation.clock.now)
      await pipeline.invalidate(world.url("/a/3"))
      let present = try await pipeline.image(for: request)
      let listener = Listener(request)
      pipeline.attach(listener)
      pipeline.show(former, for: request, afterVisible: .zero)
      try await world.settle()
      let once = listener.pictures.count
      pipeline.show(present, for: request, afterVisible: .zero)
      try await world.settle()
      return (once, listener.pictures.count, listener.pictures.first === present)
    } check: { report, place in
      XCTAssertEqual(report.0, 1, place)
      XCTAssertEqual(report.1, 1, place)
      XCTAssertTrue(report.2, place)
    }
  }

  @MainActor
  private final class Listener: ScreenListening {
    let request: ImageRequest
    var pictures: [Bitmap] = []

    init(_ request: ImageRequest) {
      self.request = request
    }

    func pictureChanged(_ change: PictureChange) {
      if let picture = change.picture(for: request) { pictures.append(picture) }
    }

    nonisolated func memoryRunsShort(_ signal: MemorySignal) {}

    func connectionReturned(delay: @Sendable () -> Duration) {}
  }

  /// Two sizes from one file: what the one brings is not taken for a confirmation of the other.
  func testAnotherSizeDoesNotStayWhatItWas() {
    underSchedules { @MainActor simulation in
      let avatars = Avatars(simulation, resizes: false)
      let world = avatars.world
      let (large, small) = (try await avatars.cell(3), try await avatars.cell(3, size: 64))
      world.server.replace(3, with: 1_003, at: simulation.clock.now)
      try await avatars.refresh(3)
      try await avatars.refresh(3, size: 64)
      return ([Self.id(large), Self.id(small)], avatars.changes.count)
    } check: { report, place in
      XCTAssertEqual(report.0, [1_003, 1_003], place)
      XCTAssertEqual(report.1, 2, place)
    }
  }
}
