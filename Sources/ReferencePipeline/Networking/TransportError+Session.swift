import Foundation
import Vocabulary

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportError {
  /// What an error of a session means to a pipeline.
  ///
  /// Only those by which certainly nothing was sent are ``offline``. Whatever is not known to be
  /// something else counts as a lost connection, after which the server may have got the request.
  init(sessionError error: any Error) {
    if let stated = (error as NSError).userInfo[NSUnderlyingErrorKey] as? TransportError {
      self = stated
      return
    }
    switch (error as? URLError)?.code {
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive:
      self = .offline
    case .timedOut:
      self = .timedOut
    default:
      self = .connectionLost
    }
  }
}
