/// What is known of a run of the app when the app starts the next time.
public struct FinishedRun: Hashable, Sendable {
  /// The device.
  public var device: DeviceClass
  /// The most memory that the app took in the run, in bytes, as last noted.
  public var highWaterMark: Int
  /// Whether the app was on the screen, as last noted.
  public var wasOnScreen: Bool
  /// Whether the crash reporter has a report of the run.
  public var hasCrashReport: Bool
  /// Whether the app or the system has another version now.
  public var wasUpdated: Bool

  /// A run.
  public init(
    on device: DeviceClass, highWaterMark: Int, wasOnScreen: Bool, hasCrashReport: Bool = false,
    wasUpdated: Bool = false
  ) {
    self.device = device
    self.highWaterMark = highWaterMark
    self.wasOnScreen = wasOnScreen
    self.hasCrashReport = hasCrashReport
    self.wasUpdated = wasUpdated
  }
}
