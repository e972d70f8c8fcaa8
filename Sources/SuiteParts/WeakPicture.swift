import Synchronization
public import Vocabulary

/// Knows whether a picture is still there, without keeping it.
public final class WeakPicture: Sendable {
  private struct State {
    weak var picture: Bitmap?
    var wasNoted = false
  }

  private let state = Mutex(State())

  /// No picture yet.
  public init() {}

  /// Whether somebody keeps the picture.
  public var isAlive: Bool { state.withLock { $0.picture != nil } }

  /// Whether there ever was one.
  public var wasNoted: Bool { state.withLock { $0.wasNoted } }

  /// Remembers a picture, in place of the one before.
  public func note(_ picture: Bitmap) {
    state.withLock { state in
      state.picture = picture
      state.wasNoted = true
    }
  }
}
