import Foundation
import HowMuchMemorySolution
import Simulation
import Synchronization
import TwoTiersTwoKeysSolution
import Vocabulary
import XCTest

final class TwoTiersTwoKeysTests: XCTestCase {
  /// Bytes by URL, each step of which takes virtual time.
  private final class ToyDisk: EncodedImageStoring {
    let files = Mutex<[URL: EncodedImage]>([:])
    let clock: SimulatedClock
    let log: BytesToys.Log

    init(_ clock: SimulatedClock, _ log: BytesToys.Log) {
      self.clock = clock
      self.log = log
    }

    func image(for url: URL) async -> EncodedImage? {
      await pause()
      return files.withLock { $0[url] }
    }

    func insert(_ image: EncodedImage, for url: URL) async {
      log.add("store \(name(url))")
      await pause()
      files.withLock { $0[url] = image }
      await pause()
    }

    func remove(_ url: URL) async {
      log.add("remove \(name(url))")
      await pause()
      files.withLock { $0[url] = nil }
      await pause()
    }

    var urls: [String] {
      files.withLock { files in files.keys.map(name).sorted() }
    }

    /// Goes on where the caller is cancelled, as the seam asks for.
    private func pause() async {
      let clock = clock
      await Task { try? await clock.sleep(for: .milliseconds(1)) }.value
    }
  }

  private final class Server: Sendable {
    let text = Mutex("picture")
  }

  /// Two tiers, a network and a decoder, all of them toys that keep a log.
  private struct World {
    let simulation: Simulation
    let log = BytesToys.Log()
    let memory = MemoryTier(budget: 1_000_000)
    let disk: ToyDisk
    let images: TieredImages
    let network: Gate
    let decoder: Gate

    let server = Server()

    init(
      _ schedule: Schedule = .inOrder, hops: ActorHops = .inline, tokens: Set<String> = []
    ) {
      let simulation = Simulation(schedule: schedule, hops: hops)
      let (log, server) = (log, server)
      let network = simulation.gate("network", isOpen: true)
      let decoder = simulation.gate("decoder", isOpen: true)
      disk = ToyDisk(simulation.clock, log)
      (self.simulation, self.network, self.decoder) = (simulation, network, decoder)
      images = TieredImages(
        memory: memory, disk: disk, keys: TierKeys(tokenParameters: tokens),
        download: { url in
          let text = server.text.withLock { $0 }
          log.add("download \(TwoTiersTwoKeysTests.name(url))")
          try await network.pass()
          guard text != "offline" else { throw TransportError.offline }
          return EncodedImage(Data(text.utf8))
        },
        decode: { image, size in
          let text = String(decoding: image.data, as: UTF8.self)
          log.add("decode \(text) @\(size)")
          try await decoder.pass()
          guard !text.hasPrefix("page") else { throw ImageDecodingError.notAnImage }
          return BytesToys.picture(width: size, height: text.utf8.count)
        })
    }
  }

  private static func name(_ url: URL) -> String { String(url.absoluteString.dropFirst(19)) }

  // MARK: Order and keys

  func testMemoryThenDiskThenNetwork() throws {
    let world = World()
    let key = BytesToys.key("/p")
    let run = world.simulation.run { [world] in
      let first = try await world.images.find(key)
      let second = try await world.images.find(key)
      world.memory.trim(toBytes: 0)
      let third = try await world.images.find(key)
      XCTAssertTrue(first.image === second.image)
      return [first.source, second.source, third.source]
    }
    XCTAssertEqual(try run.get(), [.network, .memory, .disk])
    XCTAssertEqual(
      world.log.all,
      ["download /p", "decode picture @360", "store /p", "decode picture @360"])
    XCTAssertTrue(run.leftovers.isEmpty)
  }

  func testTwoSizesAreOneDownloadOneFileTwoDecodesAndTwoPictures() throws {
    let world = World()
    let run = world.simulation.run { [world] in
      let row = try await world.images.image(for: BytesToys.key("/p", 360))
      let viewer = try await world.images.image(for: BytesToys.key("/p", 1170))
      XCTAssertEqual([row.size.width, viewer.size.width], [360, 1170])
      XCTAssertTrue(world.images.cachedImage(for: BytesToys.key("/p", 360)) === row)
      XCTAssertTrue(world.images.cachedImage(for: BytesToys.key("/p", 1170)) === viewer)
    }
    try run.get()
    let log = ["download /p", "decode picture @360", "store /p", "decode picture @1170"]
    XCTAssertEqual(world.log.all, log)
    XCTAssertEqual(world.disk.urls, ["/p"])
    XCTAssertEqual(world.memory.count, 2)
  }

  func testAPictureFromDiskGoesUnderTheAskedSizeOnly() throws {
    let world = World()
    world.disk.files.withLock { $0[BytesToys.url("/p")] = EncodedImage(Data("file".utf8)) }
    let run = world.simulation.run { [world] in
      _ = try await world.images.image(for: BytesToys.key("/p", 360))
    }
    try run.get()
    XCTAssertNil(world.images.cachedImage(for: BytesToys.key("/p", 1170)))
    XCTAssertNotNil(world.images.cachedImage(for: BytesToys.key("/p", 360)))
    XCTAssertEqual(world.memory.count, 1)
    XCTAssertEqual(world.log.all, ["decode file @360"], "what is on disk is not written again")
  }

  // MARK: Signed URLs

  func testSignedURLsShareBothKeysAndTheRequestKeepsTheFreshOne() throws {
    let world = World(tokens: ["sig", "expires"])
    let run = world.simulation.run { [world] in
      let first = try await world.images.find(BytesToys.key("/p?sig=1&w=3&expires=9"))
      let second = try await world.images.find(BytesToys.key("/p?sig=2&w=3&expires=10"))
      let other = try await world.images.find(BytesToys.key("/p?w=3&sig=1", 1170))
      let unknown = try await world.images.find(BytesToys.key("/p?w=3&sig=1&v=2"))
      return [first, second, other, unknown].map(\.source)
    }
    XCTAssertEqual(try run.get(), [.network, .memory, .disk, .network])
    let downloads = world.log.all.filter { $0.hasPrefix("download") }
    XCTAssertEqual(downloads, ["download /p?sig=1&w=3&expires=9", "download /p?w=3&sig=1&v=2"])
    XCTAssertEqual(world.disk.urls, ["/p?w=3", "/p?w=3&v=2"])
  }

  func testOnlyListedParametersAreLeftOut() {
    let keys = TierKeys(tokenParameters: ["sig", "X-Amz-Signature", "a b"])
    func key(_ text: String) -> String { Self.name(keys.diskKey(for: BytesToys.url(text))) }
    XCTAssertEqual(key("/p?sig=1"), "/p")
    XCTAssertEqual(key("/p?"), "/p?")
    XCTAssertEqual(key("/p?b=%2B&sig=1&a=x+y&sig"), "/p?b=%2B&a=x+y")
    XCTAssertEqual(key("/p?SIG=1&signature=2"), "/p?SIG=1&signature=2")
    XCTAssertEqual(key("/p?X%2DAmz-Signature=1&&c"), "/p?&c")
    XCTAssertEqual(key("/p?a%20b=1"), "/p")
    XCTAssertEqual(key("/p?sig=1#sig=2"), "/p#sig=2")
    XCTAssertEqual(key("/p#?sig=1"), "/p#?sig=1")
    XCTAssertEqual(key("/p?a=sig"), "/p?a=sig")
    let plain = BytesToys.key("/p?sig=1")
    XCTAssertEqual(TierKeys().memoryKey(for: plain), plain)
    XCTAssertEqual(keys.memoryKey(for: plain), BytesToys.key("/p"))
    XCTAssertEqual(keys.memoryKey(for: plain).maxPixelSize, 360)
  }

  // MARK: Failures

  func testAFailureReachesTheCallerAndNothingIsKept() throws {
    let world = World()
    world.server.text.withLock { $0 = "offline" }
    let run = world.simulation.run { [world] in
      do {
        _ = try await world.images.image(for: BytesToys.key("/p"))
        XCTFail("no error")
      } catch {
        XCTAssertEqual(error as? TransportError, .offline)
      }
      world.server.text.withLock { $0 = "page of a portal" }
      do {
        _ = try await world.images.image(for: BytesToys.key("/p"))
        XCTFail("no error")
      } catch {
        XCTAssertEqual(error as? ImageDecodingError, .notAnImage)
      }
      world.server.text.withLock { $0 = "picture" }
      _ = try await world.images.image(for: BytesToys.key("/p"))
    }
    try run.get()
    XCTAssertEqual(world.log.all.filter { $0.hasPrefix("store") }.count, 1)
  }

  func testBytesOnDiskThatDoNotDecodeAreReplacedOnce() throws {
    for answer in ["picture", "page again"] {
      let world = World()
      world.disk.files.withLock { $0[BytesToys.url("/p")] = EncodedImage(Data("page".utf8)) }
      world.server.text.withLock { $0 = answer }
      let run = world.simulation.run { [world] in
        try? await world.images.find(BytesToys.key("/p")).source
      }
      XCTAssertEqual(try run.get(), answer == "picture" ? .network : nil)
      XCTAssertEqual(world.log.all.filter { $0.hasPrefix("download") }.count, 1)
      XCTAssertEqual(world.log.all[1], "remove /p")
      XCTAssertEqual(world.disk.urls, answer == "picture" ? ["/p"] : [])
    }
  }

  func testACancelledCallerEndsAndPaidBytesStayOnDisk() throws {
    for seed in UInt64(0)..<100 {
      let world = World(.shuffled(seed))
      world.network.close()
      world.decoder.close()
      let run = world.simulation.run { [world] in
        let early = Task { try await world.images.image(for: BytesToys.key("/early")) }
        try await world.network.untilWaiting(1)
        early.cancel()
        let first = await early.result
        world.network.open()
        let late = Task { try await world.images.image(for: BytesToys.key("/late")) }
        try await world.decoder.untilWaiting(1)
        late.cancel()
        let second = await late.result
        return [first, second]
      }
      for result in try run.get() {
        XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
      }
      XCTAssertEqual(world.disk.urls, ["/late"])
      XCTAssertEqual(world.memory.count, 0)
      XCTAssertTrue(run.leftovers.isEmpty)
    }
  }

  // MARK: Invalidation

  func testInvalidationRemovesEverySizeAndTheFileAndNothingElse() throws {
    let world = World(tokens: ["sig"])
    let run = world.simulation.run { [world] in
      for size in [88, 360, 1170] {
        _ = try await world.images.image(for: BytesToys.key("/p?sig=1", size))
        _ = try await world.images.image(for: BytesToys.key("/q", size))
      }
      await world.images.invalidate(BytesToys.url("/p?sig=7"))
      for size in [88, 360, 1170] {
        XCTAssertNil(world.images.cachedImage(for: BytesToys.key("/p", size)), "\(size)")
        XCTAssertNotNil(world.images.cachedImage(for: BytesToys.key("/q", size)))
      }
      return try await world.images.find(BytesToys.key("/p", 360)).source
    }
    XCTAssertEqual(try run.get(), .network)
    XCTAssertEqual(world.disk.urls, ["/p", "/q"])
  }

  func testAnInvalidationWinsOverWhatIsOnItsWayAtEveryMoment() throws {
    for seed in UInt64(0)..<300 {
      let world = World(.shuffled(seed), hops: seed % 2 == 0 ? .inline : .scheduled)
      let url = BytesToys.url("/p")
      let key = BytesToys.key("/p")
      world.server.text.withLock { $0 = "old" }
      let run = world.simulation.run { [world] in
        let clock = world.simulation.clock
        let loads = (0..<3).map { number in
          Task {
            try await clock.sleep(for: .milliseconds(number))
            return try await world.images.image(for: key.resized(to: 360 + number % 2))
          }
        }
        try await clock.sleep(for: .milliseconds(Int(seed % 9)))
        world.server.text.withLock { $0 = "newer" }
        await world.images.invalidate(url)
        let after = try await world.images.image(for: key)
        XCTAssertEqual(after.size.height, 5, "the newer one")
        for load in loads { _ = try await load.value }
        XCTAssertEqual(world.images.cachedImage(for: key)?.size.height, 5)
        if let other = world.images.cachedImage(for: key.resized(to: 361)) {
          XCTAssertEqual(other.size.height, 5)
        }
      }
      try run.get()
      XCTAssertEqual(
        world.disk.files.withLock { $0[url] }, EncodedImage(Data("newer".utf8)), "seed \(seed)")
      XCTAssertTrue(run.leftovers.isEmpty)
    }
  }
}
