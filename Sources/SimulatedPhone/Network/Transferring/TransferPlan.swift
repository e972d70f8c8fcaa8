import Foundation
import Vocabulary

/// A reply laid out as the steps of a transfer, the same for virtual and for real time.
struct TransferPlan: Sendable {
  /// A piece of the body.
  struct Chunk: Sendable {
    /// Where it waits before it is sent.
    let hold: (any Holding)?
    /// How long it is on its way.
    let pace: Duration
    /// Which bytes of the body it is, counted from zero.
    let range: Range<Int>
  }

  let latency: Duration
  /// Where the response waits after the latency.
  let hold: (any Holding)?
  /// What comes in place of the response.
  let failure: TransportError?
  let status: Int
  let headers: HeaderFields
  private let body: Data
  let chunks: [Chunk]
  /// Where the transfer waits when all bytes are there.
  let holdBeforeEnd: (any Holding)?
  /// What comes in place of the end.
  let breakage: TransportError?

  /// Lays out a reply to a request of that method.
  init(_ reply: ScriptedReply, to method: RequestMethod) {
    var wait = max(reply.latency, .zero)
    var failure: TransportError?
    var breakage: TransportError?
    let sendsBody = method != .head && reply.hasBody
    var length = sendsBody ? reply.body.count : 0
    switch reply.fate {
    case .complete:
      break
    case .failure(let error):
      failure = error
    case .breakage(let error, let count):
      breakage = error
      length = min(max(count, 0), length)
    case .lost(let timeout):
      wait = max(timeout, .zero)
      failure = .timedOut
    }
    latency = wait
    hold = reply.hold
    self.failure = failure
    self.breakage = breakage
    status = reply.status
    headers = reply.completeHeaders
    body = reply.body
    chunks = reply.chunks(of: length)
    holdBeforeEnd = reply.chunkHolds[chunks.count]
  }

  /// Whether nothing comes after the response.
  var endsWithResponse: Bool { chunks.isEmpty && holdBeforeEnd == nil && breakage == nil }

  /// The outcome of a transfer that nobody stopped after its response.
  var outcome: TransferOutcome { breakage.map { .failed($0) } ?? .finished }

  /// The bytes of a chunk, as a copy whose indices begin at zero.
  func bytes(of chunk: Chunk) -> Data {
    let first = body.startIndex
    return Data(body[first + chunk.range.lowerBound..<first + chunk.range.upperBound])
  }

  /// Waits out the latency and the door before the response.
  func pause(on clock: any Clock<Duration>) async throws {
    try await clock.sleep(for: latency)
    try await hold?.pass()
  }
}

extension ScriptedReply {
  /// Whether responses of this status have a body (RFC 9110, section 6.4.1).
  fileprivate var hasBody: Bool { status >= 200 && status != 204 && status != 304 }

  fileprivate var completeHeaders: HeaderFields {
    var headers = headers
    if declaresLength, hasBody, headers["Content-Length"] == nil {
      headers["Content-Length"] = String(body.count)
    }
    return headers
  }

  fileprivate func chunks(of length: Int) -> [TransferPlan.Chunk] {
    let size = max(chunkSize, 1)
    return stride(from: 0, to: length, by: size).enumerated().map { index, first in
      let range = first..<first + min(size, length - first)
      return TransferPlan.Chunk(
        hold: chunkHolds[index], pace: .sending(range.count, bytesPerSecond: bandwidth),
        range: range)
    }
  }
}

extension Duration {
  /// How long so many bytes take; no time where the speed is nil.
  static func sending(_ count: Int, bytesPerSecond bandwidth: Int?) -> Duration {
    bandwidth.map { .seconds(count) / max($0, 1) } ?? .zero
  }
}
