import Vocabulary

/// What came of asking the server.
enum Reply: Sendable {
  /// A body came. The server may not want it kept, in memory or on disk. That it is whole is known
  /// where its length was declared, and otherwise where it has been decoded.
  case fetched(Envelope, mayBeKept: Bool, isWhole: Bool)
  /// What is held is right still: no body came.
  case confirmed(Envelope)
  /// No answer came, and what is held may be shown all the same.
  case stale(Envelope)

  var envelope: Envelope {
    switch self {
    case .fetched(let envelope, _, _), .confirmed(let envelope), .stale(let envelope): envelope
    }
  }
}
