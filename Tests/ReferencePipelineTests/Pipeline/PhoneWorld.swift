import Foundation
import ReferencePipeline
import SimulatedPhone
import Simulation
import Synchronization
import Vocabulary

/// A phone with its network, server, disk and decoder, and a pipeline in the midst of them.
final class PhoneWorld: Sendable {
  let simulation: Simulation
  let device: SimulatedDevice
  let server: ImageServer
  let transport: FakeTransport
  let decoder: SyntheticDecoder
  let clock: PhoneClock
  let disk: SimulatedDisk

  static let photoSize = PixelSize(width: 4000, height: 3000)

  init(
    _ simulation: Simulation, device: DeviceClass = .phone4GB, resizes: Bool = true,
    latency: Duration = .milliseconds(80), condition: NetworkCondition = .perfect,
    script: (ImageServer) -> any RequestAnswering = { $0 }
  ) {
    self.simulation = simulation
    self.device = SimulatedDevice(device, simulation: simulation)
    let base = URL(string: "https://photos.example") ?? URL(fileURLWithPath: "/")
    server = ImageServer(
      base: base,
      routes: [
        .init("/p/", cacheControl: "max-age=31536000, immutable"), .init("/a/"),
        .init("/secret/", cacheControl: "no-store"),
        .init("/varied/", vary: ["Accept-Language"]),
        .init("/unmarked/", entityTag: .none, sendsLastModified: false),
      ],
      resizing: resizes ? .init() : nil, pace: .init(latency: latency)
    ) { id, size in
      let photo = SyntheticPhoto(id: id, size: PhoneWorld.photoSize)
      // An original of realistic length would be a test of copying.
      return size.map { photo.resized(maxPixelSize: $0).encoded() }
        ?? photo.encoded(byteCount: 60_000)
    }
    transport = FakeTransport(simulation, answering: script(server), condition: condition)
    decoder = SyntheticDecoder(
      device: self.device, simulation: simulation, recordsTimeline: false)
    clock = PhoneClock(simulation)
    disk = SimulatedDisk(simulation)
  }

  var configuration: ImagePipeline.Configuration {
    let configuration = ImagePipeline.Configuration(for: device.deviceClass)
    return server.resizing == nil ? configuration : configuration.askingForSizes()
  }

  func pipeline(
    _ configuration: ImagePipeline.Configuration? = nil, on disk: SimulatedDisk? = nil,
    observe: (@Sendable (PipelineEvent) -> Void)? = nil
  ) -> ImagePipeline {
    let random = Mutex(SplitMix64(seed: 41))
    return ImagePipeline(
      configuration ?? self.configuration,
      in: ImagePipeline.Surroundings(
        transport: transport, decoder: decoder, files: disk ?? self.disk,
        clock: simulation.clock, time: clock,
        random: { random.withLock { $0.next() } }, observe: observe))
  }

  func url(_ path: String) -> URL {
    URL(string: "https://photos.example\(path)") ?? URL(fileURLWithPath: path)
  }

  func thumbnail(_ id: Int, size: Int = 360) -> ImageRequest {
    ImageRequest(.feedThumbnail, url: url("/p/\(id)"), pixelSize: size)
  }

  func avatar(_ id: Int, size: Int = 128) -> ImageRequest {
    ImageRequest(.avatar, url: url("/a/\(id)"), pixelSize: size)
  }

  /// The bodies that lie on disk.
  var bodies: [FileEntry] { disk.files.filter { $0.name.hasSuffix(".image") } }

  /// Rows of the feed, at the size of the thumbnails.
  func rows(_ count: Int, size: Int = 360) -> [FeedRow] {
    FeedRow.numbered(count, maxPixelSize: size, size: Self.photoSize)
  }

  /// Lets the disk tier finish what nobody waits for.
  func settle() async throws {
    try await simulation.clock.sleep(for: .seconds(2))
    try await simulation.untilQuiet()
  }
}
