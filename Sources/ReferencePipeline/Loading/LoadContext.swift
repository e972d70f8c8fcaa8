import FlingThrough500RowsSolution
import Synchronization
import Vocabulary

/// What the steps of one load know of each other. It travels with the load's task, through parts
/// that know nothing of it.
final class LoadContext: Sendable {
  @TaskLocal static var current: LoadContext?

  /// Which picture, and how urgent it is.
  let request: LoadRequest
  /// Whether the server has to be asked, whatever is held.
  let mustAsk: Bool

  private struct State {
    var stored: Envelope?
    var reply: Reply?
    var wantsRefresh = false
    var isDecoded = false
  }

  private let state = Mutex(State())

  init(_ request: LoadRequest, mustAsk: Bool) {
    self.request = request
    self.mustAsk = mustAsk
  }

  /// What lay on disk, whether it was shown or not.
  var stored: Envelope? { state.withLock { $0.stored } }

  /// What came of the request to the server; nil without one.
  var reply: Reply? { state.withLock { $0.reply } }

  /// Whether what is shown should be asked about behind it.
  var wantsRefresh: Bool { state.withLock { $0.wantsRefresh } }

  /// What is known of the bytes that the picture is made of.
  var label: Envelope.Label? {
    state.withLock { ($0.reply?.envelope ?? $0.stored)?.label }
  }

  /// Whether there is a picture from the bytes.
  var isDecoded: Bool { state.withLock { $0.isDecoded } }

  func found(_ envelope: Envelope) { state.withLock { $0.stored = envelope } }

  func wantRefresh() { state.withLock { $0.wantsRefresh = true } }

  func got(_ reply: Reply) { state.withLock { $0.reply = reply } }

  func decoded() { state.withLock { $0.isDecoded = true } }
}
