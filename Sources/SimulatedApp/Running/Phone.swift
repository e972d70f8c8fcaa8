import Foundation
import ReferencePipeline
import SimulatedPhone
import Simulation
import Synchronization
import Vocabulary

/// The phone of one run and the world around it, which outlive each launch of the app.
final class Phone: Sendable {
  let simulation: Simulation
  let device: SimulatedDevice
  let server: ImageServer
  let transport: FakeTransport
  let decoder: SyntheticDecoder
  let disk: SimulatedDisk
  let rows: FeedRows
  let random: RandomBits
  /// What other parts of the app take for a moment, in bytes.
  private let others = Mutex(0)

  /// The longer side of a thumbnail, in points.
  private static let thumbnailPoints = 120.0

  init(_ scenario: Scenario, simulation: Simulation) {
    self.simulation = simulation
    device = SimulatedDevice(scenario.device, simulation: simulation)
    let base = URL(string: "https://photos.example") ?? URL(fileURLWithPath: "/")
    let (count, size) = (scenario.rows, scenario.originals)
    server = ImageServer(
      base: base, routes: [.init("/p/", cacheControl: "max-age=31536000, immutable")],
      resizing: scenario.serverResizes ? .init() : nil,
      pace: .init(latency: .milliseconds(20), chunkSize: 65_536)
    ) { id, bound in
      guard Int(id) < count else { return nil }
      let photo = SyntheticPhoto(id: id, size: size)
      return bound.map { photo.resized(maxPixelSize: $0).encoded() } ?? photo.encoded()
    }
    transport = FakeTransport(
      simulation, answering: server, condition: scenario.network, seed: scenario.seed,
      keepsRecords: false)
    decoder = SyntheticDecoder(device: device, simulation: simulation, recordsTimeline: false)
    disk = SimulatedDisk(simulation, keepsSteps: false)
    random = RandomBits(seed: scenario.seed)
    let pixels = Int((Self.thumbnailPoints * scenario.device.scale).rounded(.up))
    rows = FeedRows.numbered(count, maxPixelSize: pixels, size: size)
  }

  /// What pictures take now, those in the making too, in bytes.
  var pictureBytes: Int { device.liveBytes - others.withLock { $0 } }

  /// Lets another part of the app take so much memory that the system warns, for a while.
  func runShort(for time: Duration) async throws {
    let bytes = max(device.limits.warning - device.footprint + 1, 0)
    others.withLock { $0 += bytes }
    defer { others.withLock { $0 -= bytes } }
    let charge = device.charge(bytes)
    try await simulation.clock.sleep(for: time)
    withExtendedLifetime(charge) {}
  }

  /// The time from the start of the run.
  var now: Duration { simulation.clock.now.offset }
}
