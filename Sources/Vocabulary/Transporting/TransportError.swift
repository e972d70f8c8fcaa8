public import Foundation

/// Why a request brought nothing that can be used.
///
/// A transport throws the cases from ``offline`` to ``unscripted(_:)``. The others are for those
/// who read its responses, so that all of a pipeline's failures on the wire are of one type.
public enum TransportError: Error, Hashable, Sendable {
  /// The device has no connection. Nothing was sent.
  case offline
  /// No answer came in time. The server may have got the request.
  case timedOut
  /// The connection broke, before the response or within its body. The server may have got the
  /// request.
  case connectionLost
  /// A test sent a request that its script does not foresee.
  case unscripted(URL)
  /// The server is there and cannot serve now (status 503); it may say how long to wait.
  case unavailable(retryAfter: Duration?)
  /// The server answered with a status that brings no picture.
  case unexpectedStatus(Int)
  /// The body is, or declares to be, longer than the limit, in bytes.
  case bodyTooLarge(limit: Int)
}

extension TransportError: CustomStringConvertible {
  /// What is wrong, as a sentence.
  public var description: String {
    switch self {
    case .offline:
      "There is no connection."
    case .timedOut:
      "The server did not answer in time."
    case .connectionLost:
      "The connection was lost."
    case .unscripted(let url):
      "The script has no answer for \(url.absoluteString)."
    case .unavailable(let delay?):
      "The server is not available. It asks to wait for \(delay)."
    case .unavailable(nil):
      "The server is not available."
    case .unexpectedStatus(let status):
      "The server answered with status \(status)."
    case .bodyTooLarge(let limit):
      "The body is longer than the limit of \(limit) bytes."
    }
  }
}
