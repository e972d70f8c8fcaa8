import Simulation
import Synchronization
import Vocabulary

/// One request on its way through a ``FakeTransport``.
///
/// Until the response it runs in the caller's task, then in a task of its own. The ledger decides
/// what is still delivered; stopping it ends the waits too, so nothing is left behind.
final class Transfer: Sendable {
  private struct State {
    var body: TransportResponse.Body.Continuation?
    var task: Task<Void, any Error>?
    var isStopped = false
  }

  private let record: TransferRecord
  private let plan: TransferPlan
  private let simulation: Simulation
  private let ledger: TransferLedger
  /// Carries a chunk; returns when its last byte is there.
  private let carry: @Sendable (TransferPlan.Chunk) async throws -> Void
  private let state = Mutex(State())

  init(
    _ record: TransferRecord, _ plan: TransferPlan, on simulation: Simulation,
    _ ledger: TransferLedger, carry: @escaping @Sendable (TransferPlan.Chunk) async throws -> Void
  ) {
    self.record = record
    self.plan = plan
    self.simulation = simulation
    self.ledger = ledger
    self.carry = carry
  }

  /// The response, once it is there.
  func response() async throws -> TransportResponse {
    do {
      try await plan.pause(on: simulation.clock)
    } catch {
      stop()
      throw error
    }
    if let failure = plan.failure {
      guard ledger.end(record.id, .failed(failure)) else { throw CancellationError() }
      throw failure
    }
    guard ledger.respond(record.id, plan.status) else { throw CancellationError() }
    let (body, continuation) = TransportResponse.Body.makeStream()
    send(continuation)
    return TransportResponse(status: plan.status, headers: plan.headers, body: body)
  }

  /// Ends the transfer, unless it is over: from here on nothing is delivered and counted.
  func stop() {
    ledger.end(record.id, .stopped)
    let (body, task) = state.withLock { state in
      state.isStopped = true
      return (state.body, state.task)
    }
    task?.cancel()
    body?.finish()
  }

  private func send(_ body: TransportResponse.Body.Continuation) {
    guard !plan.endsWithResponse else {
      ledger.end(record.id, .finished)
      body.finish()
      return
    }
    // Called for every end of the stream; after the transfer's own end it changes nothing.
    body.onTermination = { _ in self.stop() }
    let task = simulation.start("net \(record.label)") { try await self.sendChunks(to: body) }
    let isStopped = state.withLock { state in
      state.body = body
      state.task = task
      return state.isStopped
    }
    if isStopped { stop() }
  }

  private func sendChunks(to body: TransportResponse.Body.Continuation) async throws {
    do {
      for chunk in plan.chunks {
        try await chunk.hold?.pass()
        try await carry(chunk)
        guard ledger.deliver(record.id, chunk.range.count) else { return }
        body.yield(plan.bytes(of: chunk))
      }
      try await plan.holdBeforeEnd?.pass()
    } catch {
      // What is not a cancellation must not look like the end of the body.
      if !(error is CancellationError) { body.finish(throwing: error) }
      stop()
      throw error
    }
    guard ledger.end(record.id, plan.outcome) else { return }
    body.finish(throwing: plan.breakage)
  }
}
