import Simulation
import XCTest

/// Runs `body`, and skips the test where this build lacks the driver that it asks for.
func skipIfUnavailable<Value>(_ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let error as SimulationError {
    guard case .driverUnavailable = error else { throw error }
    throw XCTSkip(error.description)
  }
}
