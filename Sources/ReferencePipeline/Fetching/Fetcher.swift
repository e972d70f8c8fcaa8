import FourThousandPixelOriginalsSolution
import Foundation
import HTTPForFreeSolution
import TheStampedeSolution
import Vocabulary
import VisibleBeforePrefetchSolution

/// Asks the server for a picture: in its turn, with the validators of what is held, and again
/// where that makes sense.
struct Fetcher: Sendable {
  let transport: any ImageTransporting
  let line: LoadQueue<Int>
  let limit: BodyLimit
  let retry: RetryPolicy
  let freshness: Freshness
  let clock: any Clock<Duration>
  let random: @Sendable () -> UInt64
  let reporter: Reporter

  /// The reply for a URL.
  ///
  /// The turn is taken for each attempt and given back before the wait for the next, so that a
  /// server which is down holds up nobody else. What is held and may be shown is not kept waiting
  /// for further attempts, and a prefetch is a bet that is not doubled.
  func reply(_ key: ImageKey, stored: Envelope?, for download: Download) async throws -> Reply {
    var attempt = 0
    while true {
      do {
        return try await line.run(download.number, level: download.level) {
          try await exchange(key, stored, download.level)
        }
      } catch let error as TransportError {
        if let stored, HTTPCachePolicy.mayShowAfterFailure(stored.label.response) {
          reporter.tell(key, .stale)
          return .stale(stored)
        }
        guard error.isWorthAnotherAttempt, download.level == .visible,
          let delay = delay(before: attempt, after: error)
        else { throw error }
        reporter.tell(key, .waits(delay))
        try await clock.sleep(for: delay)
        attempt += 1
      }
    }
  }

  private func exchange(
    _ key: ImageKey, _ stored: Envelope?, _ level: LoadPriority
  ) async throws -> Reply {
    var request = TransportRequest(url: key.url, headers: freshness.headers, priority: level)
    for field in stored?.label.response.validators.fields ?? [] {
      request.headers.add(field.value, for: field.name)
    }
    let sentAt = freshness.time.wallClock
    reporter.tell(key, .sent(isConditional: stored != nil))
    let response = try await transport.send(request)
    switch response.status {
    case 200:
      let body = try await limit.read(response.counting { reporter.received($0, key) })
      let label = freshness.label(
        response.headers, to: request.headers, sentAt: sentAt, edition: edition(of: body, stored))
      let mayBeKept = HTTPCachePolicy.mayStore(
        status: 200, headers: response.headers, method: .get, request: request.headers)
      return .fetched(
        Envelope(body: body, label: label), mayBeKept: mayBeKept,
        isWhole: response.declaredLength != nil)
    case 304:
      guard var envelope = stored else { throw TransportError.unexpectedStatus(304) }
      envelope.label = freshness.renewed(envelope.label, by: response.headers, sentAt: sentAt)
      reporter.tell(key, .confirmed)
      return .confirmed(envelope)
    case 429, 503:
      throw TransportError.unavailable(
        retryAfter: response.headers.retryAfter(now: freshness.time.wallClock))
    default:
      throw TransportError.unexpectedStatus(response.status)
    }
  }

  /// A server without validators sends the same body again, which is no other picture for that.
  private func edition(of body: EncodedImage, _ stored: Envelope?) -> UInt64 {
    guard freshness.isTimed else { return 0 }
    if let stored, stored.body == body { return stored.label.edition }
    return random()
  }

  private func delay(before attempt: Int, after error: TransportError) -> Duration? {
    var dice = RandomBits(random)
    guard case .unavailable(let retryAfter) = error else {
      return retry.delay(before: attempt, using: &dice)
    }
    return retry.delay(before: attempt, retryAfter: retryAfter, using: &dice)
  }
}
