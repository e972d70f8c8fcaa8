/// A door in virtual time: callers wait before it until the test lets them through.
///
/// Gates take the place of sleeps in tests: hold the decoder, let a second caller arrive, open.
/// Waiters are let through in the order in which they came; the schedule then picks which of
/// them runs first. A gate is safe to use from any task.
public final class Gate: Sendable {
  fileprivate struct State {
    var isOpen: Bool
    var waiting = WaitingLine()
    /// Those who wait for others, by how many: the deadline is the count, in seconds.
    var watchers = WaitingLine()
  }

  /// The name under which reports list the gate.
  public let name: String
  private let loop: JobLoop
  private let state: Guarded<State>

  init(_ name: String, isOpen: Bool, loop: JobLoop) {
    self.name = name
    self.loop = loop
    state = Guarded(State(isOpen: isOpen))
  }

  /// How many callers wait before the gate now.
  public var waiting: Int { state.withLock { $0.waiting.count } }

  /// Whether a caller passes without waiting.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Passes the gate, or waits before it until it opens or releases this caller.
  ///
  /// An open gate does not suspend, and is no scheduling point.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled, also before an open gate;
  ///   ``SimulationError/notRunning`` outside a run.
  public func pass() async throws {
    try Task.checkCancellation()
    try loop.checkRunning()
    let suspension = Suspension(loop.makeWait("at gate \"\(name)\""))
    let (place, satisfied) = state.withLock { state -> (WaitingLine.ID?, [Suspension]) in
      guard !state.isOpen else { return (nil, []) }
      let place = state.waiting.join(suspension)
      return (place, state.takeSatisfiedWatchers())
    }
    satisfied.forEach { $0.finish() }
    guard let place else { return }
    loop.park(suspension)
    defer { loop.unpark(suspension) }
    try await suspension.suspend { [self] in
      _ = state.withLock { $0.waiting.remove(place) }
    }
  }

  /// Lets everyone through, now and from now on.
  public func open() {
    let released = state.withLock { state -> [Suspension] in
      state.isOpen = true
      return state.takeWaiting(state.waiting.count)
    }
    released.forEach { $0.finish() }
  }

  /// Makes callers wait from now on.
  public func close() {
    state.withLock { $0.isOpen = false }
  }

  /// Lets those through who have waited for longest, and leaves the gate as it is.
  ///
  /// - Parameter count: How many at the most. It is not saved up for callers that come later.
  /// - Returns: How many were let through.
  @discardableResult
  public func release(_ count: Int = 1) -> Int {
    let released = state.withLock { $0.takeWaiting(count) }
    released.forEach { $0.finish() }
    return released.count
  }

  /// Suspends until at least `count` callers wait before the gate.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled;
  ///   ``SimulationError/notRunning`` outside a run.
  public func untilWaiting(_ count: Int) async throws {
    try Task.checkCancellation()
    try loop.checkRunning()
    let suspension = Suspension(loop.makeWait("for \(count) to wait at gate \"\(name)\""))
    let place: WaitingLine.ID? = state.withLock { state in
      guard state.waiting.count < count else { return nil }
      return state.watchers.insert(suspension, at: .seconds(count))
    }
    guard let place else { return }
    loop.park(suspension)
    defer { loop.unpark(suspension) }
    try await suspension.suspend { [self] in
      _ = state.withLock { $0.watchers.remove(place) }
    }
  }
}

extension Gate.State {
  fileprivate mutating func takeWaiting(_ count: Int) -> [Suspension] {
    var taken: [Suspension] = []
    while taken.count < count, let next = waiting.removeFirst() { taken.append(next) }
    return taken
  }

  fileprivate mutating func takeSatisfiedWatchers() -> [Suspension] {
    var satisfied: [Suspension] = []
    while let count = watchers.firstDeadline, count <= .seconds(waiting.count),
      let watcher = watchers.removeFirst()
    { satisfied.append(watcher) }
    return satisfied
  }
}
