public import Simulation
import Synchronization
public import Vocabulary

/// A server of records, in virtual time: it counts each key once, and does what it is told to.
///
/// An edit takes half the latency to the server and its reply half of it back. Each change goes
/// out as a push to whoever is connected, in a task of its own, so pushes come in any order and
/// before, with or after the reply. A repeated key gets the reply that it got the first time; with
/// another record or change it is refused. Edits of records that were removed are answered with
/// `RecordReply.Outcome.gone`. What a test plans is done to the sends as they are called, counted
/// from 1.
///
/// Sending needs the simulation's run. All else works at any moment and from any task.
public final class FakeRecordServer: RecordSending {
  /// How long an edit and its reply take together.
  public let latency: Duration
  /// How long a push takes.
  public let pushDelay: Duration
  private let simulation: Simulation
  private let state = Mutex(RecordServerState())

  /// An empty server.
  ///
  /// - Parameters:
  ///   - simulation: Whose clock it uses and on whose timeline it writes, in the lane "server".
  ///   - latency: How long an edit and its reply take together.
  ///   - pushDelay: How long a push takes; by default as long as a reply.
  public init(
    _ simulation: Simulation, latency: Duration = .milliseconds(100), pushDelay: Duration? = nil
  ) {
    self.simulation = simulation
    self.latency = latency
    self.pushDelay = pushDelay ?? latency / 2
  }

  /// Whether sends fail at once with `TransportError.offline`.
  public var isOffline: Bool {
    get { state.withLock { $0.isOffline } }
    set { state.withLock { $0.isOffline = newValue } }
  }

  /// Whether snapshots say by which edits they came about. True at first.
  public var tellsKeys: Bool {
    get { state.withLock { $0.tellsKeys } }
    set { state.withLock { $0.tellsKeys = newValue } }
  }

  /// Plans what becomes of the send with that number, counted from 1.
  public func plan(_ fate: RecordFate, forSend number: Int) {
    state.withLock { $0.fates[number] = fate }
  }

  /// Tells all later changes to somebody, besides those who are told already.
  public func connect(_ handler: any RecordProposing) {
    state.withLock { $0.handlers.append(handler) }
  }

  /// Tells nobody of later changes. Pushes that are on their way arrive.
  public func disconnect() {
    state.withLock { $0.handlers = [] }
  }

  // MARK: What others do

  /// Creates a record, as somebody else would.
  @discardableResult
  public func create(_ title: String, isLiked: Bool = false, count: Int = 0) -> RecordSnapshot {
    let change = RecordChange.create(title: title, isLiked: isLiked, count: count)
    let snapshot = state.withLock { $0.create(change) }
    announce(snapshot, nil)
    return snapshot
  }

  /// Changes or removes a record, as somebody else would; nil where there is none.
  @discardableResult
  public func change(_ id: RecordID, _ change: RecordChange) -> RecordSnapshot? {
    guard let snapshot = state.withLock({ $0.change(id, change) }) else { return nil }
    announce(snapshot, nil)
    return snapshot
  }

  // MARK: What there is

  /// The records that are there, the oldest first.
  public var records: [Record] { state.withLock { $0.records } }

  /// The last word on a record, also on one that was removed.
  public func snapshot(of id: RecordID) -> RecordSnapshot? {
    state.withLock { $0.snapshot(of: id) }
  }

  /// All versions of a record, the oldest first.
  public func history(of id: RecordID) -> [RecordSnapshot] {
    state.withLock { $0.histories[id] ?? [] }
  }

  /// All edits that have reached the server, in order.
  public var arrivals: [RecordArrival] { state.withLock { $0.arrivals } }

  /// How many sends there were, those that reached nobody included.
  public var sendCount: Int { state.withLock { $0.sendCount } }

  // MARK: RecordSending

  /// Sends an edit; see `RecordSending`.
  ///
  /// - Throws: `TransportError.offline`, `TransportError.timedOut` for one whose request or reply
  ///   is lost; `CancellationError` as soon as the calling task is cancelled.
  public func send(_ edit: RecordEdit) async throws -> RecordReply {
    let (fate, isOffline) = state.withLock { state in
      state.sendCount += 1
      return (state.fates[state.sendCount] ?? RecordFate(), state.isOffline)
    }
    // Also offline: a call that does not suspend would be no point at which others can run.
    try await simulation.clock.sleep(for: isOffline ? .zero : latency / 2)
    if isOffline { throw TransportError.offline }
    try await fate.requestGate?.pass()
    if !fate.losesRequest {
      let reply = take(edit, fate)
      try await fate.replyGate?.pass()
      try await simulation.clock.sleep(for: fate.replyDelay ?? latency / 2)
      if !fate.losesReply { return reply }
    } else {
      try await simulation.clock.sleep(for: latency / 2)
    }
    throw TransportError.timedOut
  }

  private func take(_ edit: RecordEdit, _ fate: RecordFate) -> RecordReply {
    let instant = simulation.clock.now
    let (reply, news) = state.withLock { state in
      let (reply, isRepeated, news) = state.answer(edit, fate.verdict)
      state.arrivals.append(
        RecordArrival(edit: edit, instant: instant, isRepeated: isRepeated, reply: reply))
      return (reply, news)
    }
    simulation.record("\(edit.change) of \(edit.record): \(reply.outcome)", on: "server")
    if let news { announce(news, fate.pushDelay) }
    return reply
  }

  private func announce(_ snapshot: RecordSnapshot, _ delay: Duration?) {
    let (handlers, told) = state.withLock { ($0.handlers, $0.told(snapshot)) }
    let delay = delay ?? pushDelay
    for handler in handlers {
      simulation.start("push") { [clock = simulation.clock] in
        try await clock.sleep(for: delay)
        await handler.propose(told)
      }
    }
  }
}
