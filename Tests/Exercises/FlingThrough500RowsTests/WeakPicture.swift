import Synchronization
import Vocabulary

/// Knows whether a picture is still there, without keeping it.
final class WeakPicture: Sendable {
  private struct State {
    weak var picture: Bitmap?
    var wasNoted = false
  }

  private let state = Mutex(State())

  /// Whether somebody keeps the picture.
  var isAlive: Bool { state.withLock { $0.picture != nil } }

  /// Whether there ever was one.
  var wasNoted: Bool { state.withLock { $0.wasNoted } }

  /// Remembers a picture.
  func note(_ picture: Bitmap) {
    state.withLock { state in
      state.picture = picture
      state.wasNoted = true
    }
  }
}
