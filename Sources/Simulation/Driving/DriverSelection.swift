import Foundation

extension DriverName {
  /// The driver that a run uses: the asked one, else the environment's, else the best there is.
  ///
  /// - Throws: ``SimulationError/unknownDriver(_:)`` where the environment names none;
  ///   ``SimulationError/driverUnavailable(_:reason:)`` where this build lacks the driver.
  static func select(
    _ asked: DriverName?, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(SimulationError) -> any Driver {
    if let asked { return try asked.driver() }
    if let forced = environment[variable], !forced.isEmpty {
      guard let name = DriverName(rawValue: forced) else { throw .unknownDriver(forced) }
      return try name.driver()
    }
    return try best.driver()
  }

  /// The driver that controls most in this build.
  public static var best: DriverName {
    #if os(Linux) && compiler(>=6.3)
      .factory
    #else
      .hooks
    #endif
  }

  private func driver() throws(SimulationError) -> any Driver {
    switch self {
    case .factory:
      #if os(Linux) && compiler(>=6.3)
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
