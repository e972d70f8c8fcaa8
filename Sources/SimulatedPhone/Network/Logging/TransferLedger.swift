import Foundation
import Simulation
import Vocabulary

/// The log of one transport behind a lock, with a clock, and a line on the timeline for each
/// event.
final class TransferLedger: Sendable {
  private let state: Guarded<TransferLog>
  private let now: @Sendable () -> SimulatedClock.Instant
  private let note: @Sendable (String) -> Void

  init(
    keepsRecords: Bool = true,
    now: @escaping @Sendable () -> SimulatedClock.Instant,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    state = Guarded(TransferLog(keepsRecords: keepsRecords))
    self.now = now
    self.note = note
  }

  var log: TransferLog { state.withLock { $0 } }

  func start(_ request: TransportRequest) -> TransferRecord {
    let record = state.withLock { $0.start(request, at: now()) }
    let urgency = request.priority == .visible ? "" : " (\(request.priority.rawValue))"
    note("\(record.label) starts\(urgency)")
    return record
  }

  /// Whether the response may be delivered: false where the transfer is over.
  func respond(_ id: Int, _ status: Int) -> Bool {
    let record = state.withLock { $0.respond(id, status, at: now()) }
    if let record { note("\(record.label) answers \(status)") }
    return record != nil
  }

  /// Whether the bytes may be delivered: false where the transfer is over.
  func deliver(_ id: Int, _ count: Int) -> Bool {
    let record = state.withLock { $0.deliver(id, count) }
    if let record { note("\(record.label) brings \(count) bytes") }
    return record != nil
  }

  /// Whether the transfer ends by this call: false where it was over before.
  @discardableResult
  func end(_ id: Int, _ outcome: TransferOutcome) -> Bool {
    let record = state.withLock { $0.end(id, outcome, at: now()) }
    if let record { note("\(record.label) \(outcome), \(record.bytes) bytes") }
    return record != nil
  }
}
