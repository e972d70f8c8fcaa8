public import Foundation
public import Simulation
public import Vocabulary

/// A server of photos: sizes on demand, validators, caching fields, outages, replaced photos.
///
/// ```swift
/// let routes = [ImageServer.Route("/p/", cacheControl: "max-age=60")]
/// let server = ImageServer(base: url, routes: routes) { id, size in picture(id, size) }
/// let transport = FakeTransport(simulation, answering: server)
/// try await simulation.clock.sleep(for: .seconds(90))
/// server.replace(7, with: 1_007, at: simulation.clock.now)
/// ```
///
/// It knows one host; requests to others are not foreseen. Requests that wait at a door, fail or
/// are slow are made with ``Script/changing(_:_:)`` over it. May be used from any thread.
public final class ImageServer: RequestAnswering {
  /// Makes a photo, with its longer side bounded where a number is given, in pixels; nil where
  /// there is no photo of that number. Called without a lock held.
  public typealias Photos = @Sendable (_ id: UInt32, _ maxPixelSize: Int?) -> EncodedImage?

  /// How fast it answers.
  public struct Pace: Hashable, Sendable {
    /// The time from a request to its response.
    public var latency: Duration
    /// The bytes a second that each transfer gets; nil for no limit.
    public var bandwidth: Int?
    /// The bytes that arrive together.
    public var chunkSize: Int

    /// A server that answers at once and without limit, unless said otherwise.
    public init(latency: Duration = .zero, bandwidth: Int? = nil, chunkSize: Int = 16_384) {
      self.latency = latency
      self.bandwidth = bandwidth
      self.chunkSize = chunkSize
    }
  }

  /// What is served under a number, once it is no longer what it was at first.
  struct Version: Hashable {
    var photo: UInt32?
    var number: Int
    var modified: Date
  }

  struct State {
    var versions: [UInt32: Version] = [:]
    var outages: [Outage]
    var rate = RequestRate()
  }

  /// Scheme and host of its URLs.
  public let base: URL
  /// How clients ask for smaller pictures; nil where the query is ignored.
  public let resizing: Resizing?
  /// Where the photos are.
  public let routes: [Route]
  /// What the server's clock, which is right, shows at the start of the simulation.
  public let epoch: Date

  let pace: Pace
  let photos: Photos
  let state: Guarded<State>

  /// A server of the given photos.
  ///
  /// - Parameters:
  ///   - base: Scheme and host, such as `https://photos.test`.
  ///   - routes: Where the photos are. Of several that match, the longest prefix counts.
  ///   - resizing: How clients ask for smaller pictures; nil where the query is ignored.
  ///   - pace: How fast it answers.
  ///   - outages: When it does not serve. Of several at one time, the first counts.
  ///   - epoch: The date at the start of the simulation.
  ///   - photos: Makes the pictures.
  public init(
    base: URL, routes: [Route] = [Route("/p/")], resizing: Resizing? = Resizing(),
    pace: Pace = Pace(), outages: [Outage] = [],
    epoch: Date = Date(timeIntervalSince1970: 1_800_000_000), photos: @escaping Photos
  ) {
    self.base = base
    self.routes = routes
    self.resizing = resizing
    self.pace = pace
    self.epoch = epoch
    self.photos = photos
    state = Guarded(State(outages: outages))
  }

  /// How many requests came when, those that were refused among them.
  public var rate: RequestRate { state.withLock { $0.rate } }

  /// The URL of a photo on the first route, in a size where one is given and the server resizes.
  public func url(of id: UInt32, maxPixelSize: Int? = nil) -> URL {
    let path = (routes.first?.prefix ?? "/") + String(id)
    let url = base.appending(path: path.drop { $0 == "/" })
    guard let resizing, let maxPixelSize else { return url }
    return url.appending(queryItems: [
      URLQueryItem(name: resizing.parameter, value: String(maxPixelSize))
    ])
  }

  /// Serves another photo under the same URLs from now on, with new validators.
  ///
  /// - Parameters:
  ///   - id: The number in the URL.
  ///   - other: The number of the photo that is served there; nil for none, so that it is missing.
  ///   - instant: The present one, which becomes the date of the change.
  public func replace(_ id: UInt32, with other: UInt32?, at instant: SimulatedClock.Instant) {
    let now = date(at: instant)
    state.withLock { state in
      let number = state.versions[id]?.number ?? 1
      state.versions[id] = Version(photo: other, number: number + 1, modified: now)
    }
  }

  /// Adds an outage, which may have begun already.
  public func add(_ outage: Outage) {
    state.withLock { $0.outages.append(outage) }
  }

  /// What the server's clock shows.
  func date(at instant: SimulatedClock.Instant) -> Date {
    epoch.addingTimeInterval(instant.offset / .seconds(1))
  }
}
