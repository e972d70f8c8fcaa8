import DiskTierSolution
public import BehindARemoteFlagSolution
import FourThousandPixelOriginalsSolution
public import Foundation
import HowMuchMemorySolution
public import NameTheNumbersSolution
import TheStampedeSolution
import ThreeKindsOfImageSolution
import TwoGBPhoneSolution
public import Vocabulary
import VisibleBeforePrefetchSolution

/// A complete image pipeline, put together from the solutions.
///
/// A wish goes down these floors, and ends on the first that has the picture:
///
/// 1. **Memory**: decoded pictures by URL and pixel size, one tier for each kind of image, in
///    bytes. Synchronous, by ``cachedImage(for:)``.
/// 2. **Sharing**: who wants a picture that is being loaded joins that load, and the load stops
///    when the last one leaves.
/// 3. **Disk**: encoded bodies by URL, each in one envelope with the response that brought it.
/// 4. **The network**: one download for each URL, visible places before prefetches, few at a time,
///    conditional where there is something to confirm.
/// 5. **The decoder**: at display size, off the main actor, within a limit of bytes.
///
/// ```swift
/// let pipeline = ImagePipeline(ImagePipeline.Configuration(for: device), in: surroundings)
/// let request = ImageRequest(.feedThumbnail, url: url, pixelSize: 360)
/// let picture = pipeline.cachedImage(for: request)
/// let loaded = try await pipeline.image(for: request)
/// ```
///
/// The app tells it once when memory is short, by ``respond(to:)``, and when there is a connection
/// again, by ``connectionReturned()``; its screens hear of that from the pipeline.
///
/// May be used from any thread and any task. An app makes one: two pipelines share nothing, and
/// must not share a folder.
public final class ImagePipeline: PictureProviding {
  /// The numbers and choices that it was made with.
  public let configuration: Configuration

  let reporter: Reporter
  let paths: ByKind<KindPath>
  let reliefs: ByKind<PressureRelief>
  let prefetches: Prefetches
  let screens: Screens
  let disk: DiskTier
  private let addresses: Addresses
  private let sizes: SizeChoice
  private let random: @Sendable () -> UInt64

  /// A pipeline with nothing in memory, and on disk what an earlier one left there.
  ///
  /// Touches nothing of its surroundings yet.
  public init(_ configuration: Configuration, in surroundings: Surroundings) {
    self.configuration = configuration
    let (policies, clock) = (configuration.policies, surroundings.clock)
    let reporter = Reporter(clock: clock, observe: surroundings.observe)
    let prefetches = Prefetches()
    let sizes = SizeChoice(configuration)
    let addresses = Addresses(
      server: configuration.server, keys: configuration.keys, sizes: sizes)
    let screens = Screens(addresses: addresses)
    let caches = KindCaches(policies) { MemoryTier(budget: $0) }
    let gate = DecodeGate(limit: configuration.decodeBytes)
    let line = LoadQueue<Int>(
      LoadOrder(
        width: configuration.width, startsPerSecond: configuration.startsPerSecond,
        burst: configuration.burst), clock: clock)
    let disk = DiskTier(files: surroundings.files, budget: configuration.diskBytes)
    let parts = KindPath.Parts(
      disk: disk, downloads: SharedDownloads(line: line, keys: configuration.keys),
      decodes: DecodeLine(
        decoder: RoomyDecoder(decoder: surroundings.decoder, gate: gate),
        width: configuration.decodeWidth, clock: clock, reporter: reporter),
      reporter: reporter, cancelsLoads: configuration.cancelsLoads)
    let reliefs = ByKind { kind in
      PressureRelief(memory: caches[kind], stopPrefetch: prefetches.stopAll)
    }
    paths = ByKind { kind in
      let freshness = Freshness(
        policy: policies[kind], usable: configuration.avatarUsability,
        expiry: ExpiryPolicy(jitter: configuration.jitter, client: configuration.client),
        headers: configuration.headers, time: surroundings.time)
      let fetcher = Fetcher(
        transport: surroundings.transport, line: line,
        limit: BodyLimit(byteCount: configuration.bodyBytes), retry: configuration.retry,
        freshness: freshness, clock: clock, random: surroundings.random, reporter: reporter)
      let shelf = KindShelf(memory: caches[kind], relief: reliefs[kind], freshness: freshness) {
        reporter.holds(caches.byteCount + gate.byteCount)
      } noteChange: { key, picture in
        reporter.tell(key, .changed)
        screens.note(kind, key, picture)
      }
      return KindPath(shelf: shelf, fetcher: fetcher, keys: configuration.keys, parts: parts)
    }
    self.reporter = reporter
    self.reliefs = reliefs
    self.prefetches = prefetches
    self.screens = screens
    self.disk = disk
    self.sizes = sizes
    random = surroundings.random
    self.addresses = addresses
  }

  // MARK: Pictures

  /// The picture that can be drawn in this very frame; nil where it has to be loaded.
  ///
  /// Never another size, and never one that the server has to be asked about first. One whose time
  /// is over, but which may be shown, is asked about behind it. Constant time; no I/O.
  public func cachedImage(for request: ImageRequest) -> Bitmap? {
    cachedImage(at: addresses[request], request.kind, .visible)
  }

  /// The picture, from wherever it is cheapest.
  ///
  /// - Parameters:
  ///   - request: What is wanted.
  ///   - priority: How urgent it is to this caller.
  /// - Returns: A decoded picture at the size that the policy of the kind gives: at least that of
  ///   its place, unless the photo is smaller.
  /// - Throws: A ``/Vocabulary/TransportError`` or ``/Vocabulary/ImageDecodingError`` where there
  ///   is none; `CancellationError` as soon as the calling task is cancelled, and then no other
  ///   caller notices.
  public func image(
    for request: ImageRequest, priority: LoadPriority = .visible
  ) async throws -> Bitmap {
    let address = addresses[request]
    if let image = cachedImage(at: address, request.kind, priority) { return image }
    let wish = reporter.begin(address.key, priority)
    do {
      let image = try await paths[request.kind].image(for: address.key, priority: priority)
      reporter.end(wish, .loaded)
      return image
    } catch is CancellationError {
      reporter.end(wish, .cancelled)
      throw CancellationError()
    } catch {
      reporter.end(wish, .failed)
      throw error
    }
  }

  /// Lets go of a photo in all sizes, in memory and on disk.
  ///
  /// Who asks after this has returned gets nothing of what was there or on its way before.
  ///
  /// - Parameter url: The photo, under the URL by which the app knows it. Where the server
  ///   resizes, its other sizes are known by the sizes that this session has asked for, and those
  ///   that the configuration lists.
  public func invalidate(_ url: URL) async {
    for variant in addresses.variants(of: url) {
      for path in paths.all { await path.invalidate(variant) }
    }
  }

  private func cachedImage(
    at address: Address, _ kind: ImageKind, _ priority: LoadPriority
  ) -> Bitmap? {
    guard let (image, wantsRefresh) = paths[kind].shelf.shown(address.memoryKey) else {
      return nil
    }
    reporter.hit(address.key, priority)
    if wantsRefresh { paths[kind].refresh(address.key) }
    return image
  }

  // MARK: Prefetch

  /// Loads pictures that may be wanted soon, after all that is wanted now.
  ///
  /// Those that are in memory, and those on their way by an earlier call, are passed over.
  public func prefetch(_ requests: [ImageRequest]) {
    for request in requests
    where paths[request.kind].shelf.shown(addresses[request].memoryKey) == nil {
      prefetches.start(request) { [self] in
        _ = try? await image(for: request, priority: .prefetch)
      }
    }
  }

  /// Calls prefetches off. Who waits for such a picture on screen goes on waiting.
  public func cancelPrefetch(_ requests: [ImageRequest]) {
    requests.forEach(prefetches.stop)
  }

  // MARK: The screen

  /// Tells a screen what becomes of pictures while they are shown; see ``PictureProviding``.
  public func attach(_ screen: any ScreenListening) { screens.attach(screen) }

  /// Notes that a place on the screen shows a picture; see ``PictureProviding``.
  public func show(_ image: Bitmap, for request: ImageRequest, afterVisible: Duration) {
    let address = addresses[request]
    paths[request.kind].shelf.show(image, for: address.memoryKey)
    reporter.shown(address.key, afterVisible: afterVisible)
  }

  /// Notes that a place on the screen shows the picture no more.
  public func hide(_ request: ImageRequest) {
    reliefs[request.kind].hide(addresses[request].memoryKey)
  }

  /// Lets go of a decoded picture, before it would go by itself. Its file stays, and where it is on
  /// the screen it is found again.
  public func release(_ request: ImageRequest) {
    paths[request.kind].shelf.release(addresses[request].memoryKey)
  }

  /// Gives memory back, all of it before this returns, without touching a file.
  ///
  /// Decoded pictures go and prefetches are called off, those of every screen that is attached.
  /// Files stay, loads that somebody waits for go on, and what is on screen is not loaded again.
  /// To be called once for a signal, from any thread.
  public func respond(to signal: MemorySignal) {
    screens.tell(signal)
    reliefs.all.forEach { $0.respond(to: signal) }
  }

  /// Takes in that the device has a connection again, as a path monitor tells.
  ///
  /// What is on a screen and could not be had is asked for once more, each place once and after a
  /// delay of its own, up to ``Configuration/reconnectSpread``. What has left the screen by then
  /// is not. Returns at once; may be called from any thread, and as often as the connection
  /// changes.
  public func connectionReturned() {
    let (spread, random) = (Jitter(share: 1), random)
    let mean = configuration.reconnectSpread / 2
    screens.tellConnectionReturned {
      var dice = RandomBits(random)
      return spread.applied(to: mean, using: &dice)
    }
  }

  // MARK: The session

  /// By what the figures of this session are split.
  public var label: SessionLabel {
    SessionLabel(deviceClass: configuration.device.name, appVersion: configuration.appVersion)
  }

  /// The figures of this session so far.
  public var metrics: LoadMetrics { reporter.metrics }

  /// Whether this session decodes at the sizes of the trial.
  public var isInTrial: Bool { sizes.isTreated }

  /// Takes in the trial's flag as it is now. Only its kill switch counts in a session.
  public func update(_ flag: RemoteFlag) { sizes.update(flag) }

  /// Takes in that the session before this one was ended for memory, as the system tells at the
  /// next start.
  public func recordMemoryTermination() { reporter.recordMemoryTermination() }

  /// Makes the order of use on disk safe, for when the app goes to the background.
  public func flush() async { await disk.flush() }

  /// Calls off all that nobody waits for, and makes the disk tier safe.
  ///
  /// - Returns: The figures of the session.
  @discardableResult
  public func endSession() async -> LoadMetrics {
    prefetches.stopAll()
    paths.all.forEach { $0.stop() }
    await disk.flush()
    return metrics
  }
}
