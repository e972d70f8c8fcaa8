import OptimisticWriteSolution
import ReferencePipeline
import Simulation
import SimulatedPhone
import Synchronization
import TheStampedeSolution
import Vocabulary

/// A phone with a disk, a server of records, and notes of what observers are told.
final class RecordWorld: Sendable {
  let simulation: Simulation
  let server: FakeRecordServer
  let updates = Notebook<RecordUpdate>()
  private let lastKey = Mutex(0)
  private let currentDisk: Mutex<SimulatedDisk>

  init(
    _ simulation: Simulation, disk: SimulatedDisk? = nil, timing: DiskTiming = .phone,
    latency: Duration = .milliseconds(100), pushDelay: Duration? = nil
  ) {
    self.simulation = simulation
    server = FakeRecordServer(simulation, latency: latency, pushDelay: pushDelay)
    currentDisk = Mutex(disk ?? SimulatedDisk(simulation, timing: timing))
  }

  var disk: SimulatedDisk { currentDisk.withLock { $0 } }

  /// The names of the files that are there.
  var fileNames: [String] { disk.files.map(\.name) }

  /// Ends the app; what is made from now on is the next launch.
  func relaunch(_ survival: DiskSurvival = .nothing) {
    currentDisk.withLock { $0 = $0.relaunched(survival) }
  }

  /// A key that was never used before, in any launch.
  var makeKey: @Sendable () -> IdempotencyKey {
    { [self] in
      lastKey.withLock { number in
        number += 1
        return IdempotencyKey(rawValue: "key \(number)")
      }
    }
  }

  func optimistic() async throws -> OptimisticRecords {
    try await OptimisticRecords(
      files: disk, sender: server, makeKey: makeKey, onUpdate: { [updates] in updates.add($0) })
  }

  func synced(
    files: (any FileStoring)? = nil, mirror: [Labelled<RecordSnapshot>] = []
  ) async throws -> SyncedRecords {
    try await SyncedRecords(
      files: files ?? disk, sender: server, clock: simulation.clock,
      retry: RetryPolicy(base: .seconds(1), cap: .seconds(8), attempts: 4), mirror: mirror,
      makeKey: makeKey, onUpdate: { [updates] in updates.add($0) })
  }

  /// What the row of that title, or number, has shown, in order.
  func shown<Value>(_ value: (Record) -> Value) -> [Value] {
    updates.entries.compactMap { update in
      if case .row(_, let record?) = update { value(record) } else { nil }
    }
  }

  /// The edits of which was told that they have not come about.
  var failed: [RecordChange] {
    updates.entries.compactMap { update in
      if case .failed(let edit, _) = update { edit.change } else { nil }
    }
  }

  func sleep(_ duration: Duration) async throws {
    try await simulation.clock.sleep(for: duration)
  }
}
