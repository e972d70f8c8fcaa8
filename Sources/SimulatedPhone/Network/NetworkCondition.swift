import Foundation
import Simulation
import Vocabulary

/// The network between the phone and the server: how far, how wide, how reliable.
///
/// It comes on top of what the server does. Values are made up to be typical of a class of
/// networks; they are no measurements.
public struct NetworkCondition: Hashable, Sendable {
  /// The name by which a command chooses it.
  public var name: String
  /// The mean time there and back, on top of the server's own.
  public var latency: Duration
  /// How far the latency strays to either side, each value equally likely.
  public var jitter: Duration
  /// How many bytes a second it carries, shared by all transfers; nil for no limit.
  public var bandwidth: Int?
  /// How likely a transfer breaks, from zero to one: half of them before the response, the others
  /// at any byte of the body.
  public var loss: Double
  /// Whether there is no connection at all.
  public var isOffline: Bool

  /// A network that adds nothing, unless said otherwise.
  public init(
    name: String, latency: Duration = .zero, jitter: Duration = .zero, bandwidth: Int? = nil,
    loss: Double = 0, isOffline: Bool = false
  ) {
    self.name = name
    self.latency = latency
    self.jitter = jitter
    self.bandwidth = bandwidth
    self.loss = loss
    self.isOffline = isOffline
  }
}

extension NetworkCondition {
  /// No network in between: what the script says is all there is.
  public static let perfect = NetworkCondition(name: "perfect")
  /// At home.
  public static let wifi = NetworkCondition(
    name: "wifi", latency: .milliseconds(20), jitter: .milliseconds(5), bandwidth: 6_000_000)
  /// In town.
  public static let lte = NetworkCondition(
    name: "lte", latency: .milliseconds(60), jitter: .milliseconds(20), bandwidth: 1_500_000,
    loss: 0.002)
  /// In the country.
  public static let umts = NetworkCondition(
    name: "3g", latency: .milliseconds(200), jitter: .milliseconds(80), bandwidth: 150_000,
    loss: 0.01)
  /// At the edge of coverage.
  public static let edge = NetworkCondition(
    name: "edge", latency: .milliseconds(600), jitter: .milliseconds(200), bandwidth: 25_000,
    loss: 0.03)
  /// On a train: fast at times, and breaking all the time.
  public static let train = NetworkCondition(
    name: "train", latency: .milliseconds(150), jitter: .milliseconds(120), bandwidth: 500_000,
    loss: 0.15)
  /// In flight mode.
  public static let offline = NetworkCondition(name: "offline", isOffline: true)

  /// All conditions that have a name of their own, from good to bad.
  public static let all: [NetworkCondition] = [perfect, wifi, lte, umts, edge, train, offline]

  /// The condition of that name; nil where there is none.
  public static func named(_ name: String) -> NetworkCondition? {
    all.first { $0.name == name }
  }
}

extension NetworkCondition {
  /// What the client sees of a server's reply; an unforeseen request fails at once.
  func reply(
    of server: any RequestAnswering, to arrival: RequestArrival, _ seed: UInt64
  ) -> ScriptedReply {
    guard var reply = server.reply(to: arrival) else {
      return .failing(.unscripted(arrival.request.url))
    }
    var chance = SplitMix64(seed: seed ^ arrival.fingerprint)
    let stray = chance.nextShare() * 2 - 1
    reply.latency += max(latency + jitter * stray, .zero)
    guard chance.nextShare() < loss, reply.fate == .complete else { return reply }
    guard chance.nextShare() < 0.5 else { return reply.ending(.failure(.connectionLost)) }
    return reply.breaking(atShare: chance.nextShare())
  }
}

extension RequestArrival {
  /// A number that tells requests apart and is the same in every process, unlike a hash value.
  fileprivate var fingerprint: UInt64 {
    UInt64(fingerprintOf: "\(request.url.absoluteString) \(number)")
  }
}

extension UInt64 {
  /// The FNV-1a hash of a text.
  init(fingerprintOf text: String) {
    self = text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension SplitMix64 {
  /// A number from zero up to, but not including, one.
  fileprivate mutating func nextShare() -> Double { Double(next() >> 11) * 0x1p-53 }
}
