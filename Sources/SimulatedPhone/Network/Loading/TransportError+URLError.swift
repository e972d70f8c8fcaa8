import Foundation
import Vocabulary

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportError {
  /// The error that a session hands out for this one, with this one below it.
  func urlError(for url: URL?) -> URLError {
    var details: [String: Any] = [
      NSLocalizedDescriptionKey: description, NSUnderlyingErrorKey: self,
    ]
    if let url {
      details[NSURLErrorFailingURLErrorKey] = url
    }
    return URLError(code, userInfo: details)
  }

  private var code: URLError.Code {
    switch self {
    case .offline: .notConnectedToInternet
    case .timedOut: .timedOut
    case .connectionLost: .networkConnectionLost
    case .unscripted: .resourceUnavailable
    case .unavailable, .unexpectedStatus: .badServerResponse
    case .bodyTooLarge: .dataLengthExceedsMaximum
    }
  }
}
