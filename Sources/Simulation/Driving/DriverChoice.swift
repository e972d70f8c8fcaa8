import Foundation

/// Which driver a run is to use.
enum DriverChoice: Sendable {
  /// The one that the environment names, else the best that this build has.
  case automatic
  case named(DriverName)
  case made(any Driver)

  /// The driver itself.
  ///
  /// - Throws: ``SimulationError/unknownDriver(_:)`` where the environment names none;
  ///   ``SimulationError/driverUnavailable(_:reason:)`` where this build lacks the driver.
  func resolve(
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(SimulationError) -> any Driver {
    switch self {
    case .made(let driver):
      return driver
    case .named(let name):
      return try name.makeDriver()
    case .automatic:
      guard let forced = environment[DriverName.variable], !forced.isEmpty else {
        return try DriverName.best.makeDriver()
      }
      guard let name = DriverName(rawValue: forced) else { throw .unknownDriver(forced) }
      return try name.makeDriver()
    }
  }
}

extension DriverName {
  fileprivate func makeDriver() throws(SimulationError) -> any Driver {
    switch self {
    case .factory:
      #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
        return FactoryDriver()
      #else
        throw .driverUnavailable(
          self,
          reason: """
            It needs Swift 6.3 on Linux, and this build is another. \
            Unset \(Self.variable), or set it to 'hooks'.
            """)
      #endif
    case .hooks:
      return HookDriver()
    }
  }
}
