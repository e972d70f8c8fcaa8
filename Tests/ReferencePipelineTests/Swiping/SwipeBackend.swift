import Simulation
import SimulatedPhone
import Synchronization
import XCTest

/// The server that outlives the app: one for each run of a disk trial, made before it.
final class SwipeBackend: Sendable {
  private let server = Mutex<SwipeServer?>(nil)

  @discardableResult
  func start(
    _ simulation: Simulation, undoLimit: Int? = nil,
    script: @escaping SwipeServer.Script = { _ in .answered }
  ) -> SwipeServer {
    let new = SwipeServer(simulation, latency: .zero, undoLimit: undoLimit, script: script)
    server.withLock { $0 = new }
    return new
  }

  func get() throws -> SwipeServer { try server.withLock { try XCTUnwrap($0) } }
}
