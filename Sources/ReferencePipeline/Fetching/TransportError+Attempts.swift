import Vocabulary

extension TransportError {
  /// Whether the same request may bring a picture in a while.
  ///
  /// A device without a connection gets one by the user or the network, which says so; a refusal
  /// stays one.
  var isWorthAnotherAttempt: Bool {
    switch self {
    case .timedOut, .connectionLost, .unavailable: true
    case .unexpectedStatus(let status): (500..<600).contains(status)
    case .offline, .unscripted, .bodyTooLarge: false
    }
  }

  /// Whether the same request may bring a picture once there is a connection again.
  var isWorthAskingOnReturn: Bool { self == .offline || isWorthAnotherAttempt }
}
