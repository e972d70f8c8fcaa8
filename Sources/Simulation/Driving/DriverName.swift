/// The ways in which a simulation takes hold of Swift's concurrency.
public enum DriverName: String, Sendable, CaseIterable {
  /// Replaces the runtime's executors. Controls everything; made for Swift 6.3 on Linux.
  case factory

  /// Sets the runtime's hooks. Controls most; works wherever the runtime is a dynamic library.
  case hooks

  /// The driver that controls most in this build.
  public static var best: DriverName {
    #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
      .factory
    #else
      .hooks
    #endif
  }

  /// The drivers that this build has.
  public static var available: [DriverName] {
    best == .factory ? allCases : [.hooks]
  }

  /// The environment variable that forces a driver: `FOLLOW_UPS_DRIVER`.
  public static let variable = "FOLLOW_UPS_DRIVER"
}

extension DriverName: CustomStringConvertible {
  /// The name as the environment variable takes it.
  public var description: String { rawValue }
}
