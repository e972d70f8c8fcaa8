public import Vocabulary

/// How a transfer ended.
public enum TransferOutcome: Hashable, Sendable {
  /// The response and its whole body were delivered.
  case finished
  /// An error was delivered, in place of the response or within the body.
  case failed(TransportError)
  /// The client stopped it.
  case stopped
}

extension TransferOutcome: CustomStringConvertible {
  /// One or two words: `finished`, `stopped`, `failed: The connection was lost.`
  public var description: String {
    switch self {
    case .finished: "finished"
    case .failed(let error): "failed: \(error)"
    case .stopped: "stopped"
    }
  }
}
