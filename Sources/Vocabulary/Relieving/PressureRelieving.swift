/// Gives memory back when the system asks, and finds the pictures that are left.
///
/// May be used from any thread.
public protocol PressureRelieving: Sendable {
  /// Answers a signal, all of it before this returns.
  func respond(to signal: MemorySignal)

  /// The picture for exactly this key that is in memory, for whatever reason; nil where there is
  /// none. Loads nothing.
  func image(for key: ImageKey) -> Bitmap?

  /// Notes that a place on screen shows a picture from now on; the place holds it.
  ///
  /// To be followed by ``hide(_:)`` for that place. Several places may show one picture.
  func show(_ image: Bitmap, for key: ImageKey)

  /// Notes that a place on screen shows the picture for a key no more.
  func hide(_ key: ImageKey)
}
