/// What an app has for its pictures, and can let go of.
///
/// May be used from any thread. Each call takes effect before it returns.
public protocol PictureHolding: Sendable {
  /// The memory tier. Others put pictures into it and take them out.
  var memory: any ImageCaching { get }

  /// Stops all loads of that urgency that run or wait. Whoever waits for one of them gets a
  /// `CancellationError`, and does not ask again by itself.
  func stopLoads(_ priority: LoadPriority)

  /// Removes all encoded pictures from the disk, which is an operation for each.
  func removeFiles()
}
