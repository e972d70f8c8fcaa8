import Foundation
import Vocabulary

/// What one ``ScriptedURLProtocol`` does from its start to its stop.
///
/// The script runs in a task. What it has for the client goes into a box, and the client's own
/// thread empties it: stops come on that thread too, so none can fall between the look at the
/// state and the call, and no lock is held while calling out.
final class ScriptedLoad: Sendable {
  /// Something for the client, of the transfer with that number in the log.
  enum Event: Sendable {
    case response(Int, TransferPlan, URL)
    case chunk(Int, Data)
    case end(Int, TransferOutcome, URL)
    case redirection(Int, TransferPlan, from: URL, to: URL)
  }

  private struct State {
    /// What has come and was not asked for yet.
    var box: [Event] = []
    /// What is being handed to the client, the next one last.
    var batch: [Event] = []
    /// Whether the client's thread was woken and has not come yet.
    var isWaking = false
    var transfer: Int?
    var task: Task<Void, Never>?
    var isStopped = false
  }

  private let session: ScriptedSession
  /// Makes the client's thread call ``openBox()`` once.
  private let wake: @Sendable () -> Void
  private let state = Guarded(State())

  init(_ session: ScriptedSession, wake: @escaping @Sendable () -> Void) {
    self.session = session
    self.wake = wake
  }

  func start(_ request: TransportRequest) {
    let task = Task { await run(request) }
    state.withLock { $0.task = task }
  }

  // MARK: The client's thread

  /// Makes what has come the next batch. What comes later wakes the thread again, so that no
  /// call is ever on its way when the end has been handed out.
  func openBox() {
    state.withLock { state in
      state.isWaking = false
      state.batch = state.box.reversed()
      state.box = []
    }
  }

  /// The next event of the batch, which is counted now; nil at its end, and after a stop.
  func next() -> Event? {
    while let event = state.withLock({ $0.batch.popLast() }) {
      if isAccepted(event) { return event }
    }
    return nil
  }

  /// Ends it: nothing is handed out or counted after this.
  func stop() {
    let (transfer, task) = state.withLock { state in
      state.isStopped = true
      state.box = []
      state.batch = []
      return (state.transfer, state.task)
    }
    if let transfer { session.ledger.end(transfer, .stopped) }
    task?.cancel()
  }

  private func isAccepted(_ event: Event) -> Bool {
    switch event {
    case .response(let id, let plan, _): session.ledger.respond(id, plan.status)
    case .chunk(let id, let data): session.ledger.deliver(id, data.count)
    case .end(let id, let outcome, _): session.ledger.end(id, outcome)
    case .redirection(let id, let plan, _, _):
      session.ledger.respond(id, plan.status) && session.ledger.end(id, .finished)
    }
  }

  // MARK: The task

  private func run(_ first: TransportRequest) async {
    var request = first
    var redirections = 0
    while let (record, plan) = begin(request) {
      let url = request.url
      guard (try? await plan.pause(on: ContinuousClock())) != nil else { return }
      if let failure = plan.failure { return put(.end(record.id, .failed(failure), url)) }
      guard let target = plan.redirection(from: url) else {
        put(.response(record.id, plan, url))
        return await sendBody(of: plan, record.id, url)
      }
      let redirection = Event.redirection(record.id, plan, from: url, to: target)
      guard ScriptedURLProtocol.followsRedirections else { return put(redirection) }
      redirections += 1
      guard redirections <= 16 else {
        return put(.end(record.id, .failed(.unexpectedStatus(plan.status)), url))
      }
      guard isAccepted(redirection) else { return }
      request.url = target
    }
  }

  /// Starts a transfer; nil after a stop.
  private func begin(_ request: TransportRequest) -> (TransferRecord, TransferPlan)? {
    let record: TransferRecord? = state.withLock { state in
      guard !state.isStopped else { return nil }
      let record = session.ledger.start(request)
      state.transfer = record.id
      return record
    }
    guard let record else { return nil }
    let arrival = RequestArrival(request: request, number: record.number, instant: record.start)
    let reply = session.server.reply(to: arrival) ?? .failing(.unscripted(request.url))
    return (record, TransferPlan(reply, to: request.method))
  }

  private func sendBody(of plan: TransferPlan, _ id: Int, _ url: URL) async {
    do {
      for chunk in plan.chunks {
        try await chunk.hold?.pass()
        try await ContinuousClock().sleep(for: chunk.pace)
        put(.chunk(id, plan.bytes(of: chunk)))
      }
      try await plan.holdBeforeEnd?.pass()
      put(.end(id, plan.outcome, url))
    } catch {
      // Cancelled by the stop, which has ended the transfer.
    }
  }

  private func put(_ event: Event) {
    let wakes = state.withLock { state in
      guard !state.isStopped else { return false }
      state.box.append(event)
      defer { state.isWaking = true }
      return !state.isWaking
    }
    if wakes { wake() }
  }
}
