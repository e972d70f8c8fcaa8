public import Foundation
public import Vocabulary

/// What a server does with one request: when it answers, with what, how fast, and how it ends.
///
/// ```swift
/// .ok(jpeg).after(.milliseconds(120)).paced(bytesPerSecond: 1_000_000).chunked(by: 4_096)
/// .status(304)
/// .ok(jpeg).held(at: gate, beforeChunk: 1)
/// .ok(jpeg).breaking(atShare: 0.6)
/// .failing(.offline)
/// ```
public struct ScriptedReply: Sendable {
  /// How a transfer ends.
  public enum Fate: Hashable, Sendable {
    /// The whole body arrives.
    case complete
    /// No response comes, but this error.
    case failure(TransportError)
    /// The response and so many bytes of the body arrive, then this error.
    case breakage(TransportError, afterBytes: Int)
    /// The server gets the request and acts on it. Its reply is lost, and the client gives up
    /// after so long with ``/Vocabulary/TransportError/timedOut``.
    case lost(timeout: Duration)
  }

  /// The status code.
  public var status: Int
  /// The header, without `Content-Length`, which follows from ``declaresLength``.
  public var headers: HeaderFields
  /// The body. It is not sent in answer to `HEAD` and with a status that has none: 1xx, 204, 304.
  public var body: Data
  /// Whether `Content-Length` is added to the header where a body is due and the header has none.
  public var declaresLength: Bool = true
  /// How long it takes from the start of the request to the response.
  public var latency: Duration = .zero
  /// How fast the body arrives, in bytes a second: nil for at once, one at the least.
  public var bandwidth: Int?
  /// How many bytes arrive together: one at the least.
  public var chunkSize: Int = 16_384
  /// How it ends.
  public var fate: Fate = .complete

  /// Where the response waits.
  var hold: (any Holding)?
  /// Where chunks wait, by their number from zero.
  var chunkHolds: [Int: any Holding] = [:]

  /// A reply that comes at once and in full.
  public init(status: Int, headers: HeaderFields = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
