public import Vocabulary

/// A screen that hears from its pipeline what concerns the pictures that it shows or will show.
///
/// It registers by ``PictureProviding/attach(_:)``, and hears for as long as it lives.
public protocol ScreenListening: AnyObject, Sendable {
  /// A picture that may be on this screen is another one now; to be drawn in its place.
  @MainActor func pictureChanged(_ change: PictureChange)

  /// Memory is short, and all bets are to be called off before this returns.
  ///
  /// Called on the thread of the signal, which may be any, before the tiers give back what they
  /// hold. It must be quick.
  nonisolated func memoryRunsShort(_ signal: MemorySignal)

  /// The device has a connection again: what is on the screen and could not be had for want of one
  /// is to be asked for once more; so is what is being asked for, should that fail in the end.
  ///
  /// - Parameter delay: How long to wait before the next request, anew for each, so that a screen
  ///   full of them does not go out in one instant.
  @MainActor func connectionReturned(delay: @Sendable () -> Duration)
}
