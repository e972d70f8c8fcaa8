/// The ways in which a simulation takes hold of Swift's concurrency.
public enum DriverName: String, Sendable, CaseIterable {
  /// Replaces the runtime's executors. Controls everything; exists in Swift 6.3 on Linux.
  case factory

  /// Sets the runtime's hooks. Controls most; works wherever the runtime is a dynamic library.
  case hooks

  /// The environment variable that forces a driver: `FOLLOW_UPS_DRIVER`.
  public static let variable = "FOLLOW_UPS_DRIVER"
}

extension DriverName: CustomStringConvertible {
  /// The name as the environment variable takes it.
  public var description: String { rawValue }
}
