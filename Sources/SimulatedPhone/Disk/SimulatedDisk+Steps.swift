import Foundation
import Simulation
import Synchronization
import Vocabulary

extension SimulatedDisk {
  /// Carries out one call: half its time, its effect as one step, the other half.
  func perform<Value: Sendable>(
    _ operation: DiskOperation, _ effect: (inout DiskFolder) throws(FileError) -> Value,
    middle: (inout DiskFolder) -> Void = { _ in }
  ) async throws -> Value {
    let readCount = try state.withLock { state throws(FileError) in try state.admit(operation) }
    let half = timing.duration(of: operation, readCount: readCount) / 2
    try await pass(half)
    let (result, events) = state.withLock { $0.take(operation, effect, middle) }
    for event in events { simulation.record(event, on: lane) }
    try await pass(half)
    if hasEnded { throw FileError.ended }
    return try result.get()
  }

  /// Lets time pass, also for a caller that has been cancelled: that interrupts no call.
  private func pass(_ duration: Duration) async throws {
    if hasEnded { throw FileError.ended }
    let clock = simulation.clock
    let deadline = clock.now.advanced(by: duration)
    do {
      try await clock.sleep(until: deadline)
    } catch is CancellationError {
      let rest = Task { try await clock.sleep(until: deadline) }
      do {
        try await rest.value
      } catch {
        // No one has cancelled that task but the simulation, at the end of its run.
        end()
        throw FileError.ended
      }
    } catch {
      throw FileError.failed("\(error)")
    }
  }
}
