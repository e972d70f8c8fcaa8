public import Simulation
import Synchronization
public import Vocabulary

/// A network in virtual time: it sends no byte anywhere, and does what a script says.
///
/// Responses and chunks come when the script and the ``condition`` say, as events on the timeline
/// in the lane "net". A transfer stops when the calling task is cancelled or the body is dropped.
/// After the stop nothing is delivered and no byte is counted, also where a chunk was due at the
/// same instant. Chunks that were delivered before and wait in the body can still be read.
///
/// It may be used from any task of the simulation's run. Redirects are handed out like any other
/// status.
public final class FakeTransport: ImageTransporting {
  private let simulation: Simulation
  private let server: any RequestAnswering
  private let seed: UInt64
  private let ledger: TransferLedger
  private let link: SharedLink
  private let currentCondition: Mutex<NetworkCondition>

  /// A transport of its own, with a log of its own.
  ///
  /// - Parameters:
  ///   - simulation: Whose clock it uses and on whose timeline it writes.
  ///   - server: Who answers.
  ///   - condition: The network in between.
  ///   - seed: Picks what the condition leaves to chance. It depends on nothing else but the URL
  ///     and the number of the request, and so is the same under every schedule.
  ///   - keepsRecords: Whether ``log`` has an entry for each request, or only the totals.
  public init(
    _ simulation: Simulation, answering server: any RequestAnswering,
    condition: NetworkCondition = .perfect, seed: UInt64 = 0, keepsRecords: Bool = true
  ) {
    self.simulation = simulation
    self.server = server
    self.seed = seed
    currentCondition = Mutex(condition)
    link = SharedLink(simulation)
    ledger = TransferLedger(
      keepsRecords: keepsRecords, now: { simulation.clock.now },
      note: { simulation.record($0, on: "net") })
  }

  /// All requests so far, and what became of them.
  public var log: TransferLog { ledger.log }

  /// The network in between. A change holds for requests that start later.
  public var condition: NetworkCondition {
    get { currentCondition.withLock { $0 } }
    set { currentCondition.withLock { $0 = newValue } }
  }

  /// Sends a request, and returns when the script lets its response arrive.
  ///
  /// - Throws: `TransportError.unscripted` where nobody foresees the request, any error of the
  ///   script; `CancellationError` where the calling task is cancelled before the response. A
  ///   task that is cancelled already starts nothing.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    try Task.checkCancellation()
    let transfer = start(request)
    return try await withTaskCancellationHandler {
      try await transfer.response()
    } onCancel: {
      transfer.stop()
    }
  }

  private func start(_ request: TransportRequest) -> Transfer {
    let condition = condition
    let record = ledger.start(request)
    let arrival = RequestArrival(request: request, number: record.number, instant: record.start)
    let reply =
      condition.isOffline ? .failing(.offline) : condition.reply(of: server, to: arrival, seed)
    let plan = TransferPlan(reply, to: request.method)
    return Transfer(record, plan, on: simulation, ledger) { [simulation, link] chunk in
      let clock = simulation.clock
      let arrives = clock.now.advanced(by: chunk.pace)
      if let bandwidth = condition.bandwidth {
        try await link.carry(for: .sending(chunk.range.count, bytesPerSecond: bandwidth))
      }
      // Also where no time is left: each chunk is a point at which others may come first.
      try await clock.sleep(until: max(arrives, clock.now))
    }
  }
}
