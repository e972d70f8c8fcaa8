import Synchronization
import Vocabulary

/// Knows whether a picture is still there, without keeping it.
final class WeakPicture: Sendable {
  private struct State {
    weak var picture: Bitmap?
  }

  private let state = Mutex(State())

  /// Whether somebody keeps the picture.
  var isAlive: Bool { state.withLock { $0.picture != nil } }

  /// Remembers a picture.
  func note(_ picture: Bitmap) {
    state.withLock { $0.picture = picture }
  }
}
