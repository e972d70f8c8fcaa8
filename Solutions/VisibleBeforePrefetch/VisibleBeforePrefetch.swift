import Synchronization
public import Vocabulary

/// Decides which load starts next: visible before prefetch, first in first out inside a class.
///
/// A plain value without tasks and without a clock: it is told what happens and what time it is,
/// and says what to do. A load that waits is in one of two lines; raising and lowering moves it
/// to the end of the other one, so it is one load at every level. A start takes a slot and a
/// token; a load that is removed while it waits has taken neither.
///
/// Visible loads do not starve the others for ever: while a prefetch waits, at most
/// `visibleInARow` visible loads start before the first prefetch does. So a prefetch with n others
/// before it starts within (n + 1) × (`visibleInARow` + 1) starts, as long as it keeps its level.
///
/// Every operation takes constant time, whatever the number of loads that wait.
public struct LoadOrder<ID: Hashable & Sendable>: Sendable {
  /// What is to be done.
  public enum Step: Hashable, Sendable {
    /// Start this load, and say so by ``LoadOrder/start(_:at:)``; or remove it, and ask again.
    case start(ID)
    /// A load waits and a slot is free, but the start limit opens at this instant only.
    case wait(until: Duration)
    /// Nothing, until something changes.
    case rest
  }

  private let width: Int
  private let visibleInARow: Int
  private let interval: Duration
  private let depth: Duration
  private var visible = Line<ID>()
  private var prefetch = Line<ID>()
  private var passedBy = 0
  /// When the bucket will be full again. This one instant says how many tokens are in it at any
  /// other, exactly, and nothing has to drip.
  private var full = Duration.zero

  /// How many loads have started and have not ended.
  public private(set) var runningCount: Int = 0

  /// An order in which nothing waits, with a full bucket.
  ///
  /// - Parameters:
  ///   - width: How many loads run side by side.
  ///   - startsPerSecond: How many tokens come in a second.
  ///   - burst: How many tokens the bucket holds, so how many loads start at once after a pause.
  ///   - visibleInARow: How many visible loads may start before a prefetch that waits.
  ///
  /// Each number is at least one; a smaller one is taken for one.
  public init(
    width: Int = 4, startsPerSecond: Int = 80, burst: Int = 25, visibleInARow: Int = 32
  ) {
    self.width = max(1, width)
    self.visibleInARow = max(1, visibleInARow)
    interval = .seconds(1) / max(1, startsPerSecond)
    depth = interval * (max(1, burst) - 1)
  }

  /// How many loads wait.
  public var waitingCount: Int { visible.count + prefetch.count }

  /// Puts a load at the end of its class.
  ///
  /// - Returns: False where the load waits already; then nothing has changed.
  public mutating func enqueue(_ id: ID, at level: LoadPriority) -> Bool {
    guard !visible.contains(id), !prefetch.contains(id) else { return false }
    append(id, level)
    return true
  }

  /// Puts a waiting prefetch at the end of the visible loads, before all prefetches.
  public mutating func raise(_ id: ID) {
    if prefetch.remove(id) { append(id, .visible) }
  }

  /// Puts a waiting visible load at the end of the prefetches.
  public mutating func lower(_ id: ID) {
    if visible.remove(id) { append(id, .prefetch) }
  }

  /// Takes a waiting load out, without a start.
  public mutating func remove(_ id: ID) {
    if !visible.remove(id) { _ = prefetch.remove(id) }
  }

  /// What is to be done at an instant, which is counted from the beginning.
  public func next(at now: Duration) -> Step {
    let turn = passedBy < visibleInARow ? visible.first : nil
    guard runningCount < width, let id = turn ?? prefetch.first ?? visible.first else {
      return .rest
    }
    let opening = full - depth
    return opening <= now ? .start(id) : .wait(until: opening)
  }

  /// Takes a load out of its line, and a slot and a token for it.
  public mutating func start(_ id: ID, at now: Duration) {
    if visible.remove(id) {
      passedBy += 1
    } else if prefetch.remove(id) {
      passedBy = 0
    } else {
      return
    }
    runningCount += 1
    full = max(full, now) + interval
  }

  /// Gives back the slot of a load that has ended.
  public mutating func finish() {
    runningCount = max(0, runningCount - 1)
  }

  private mutating func append(_ id: ID, _ level: LoadPriority) {
    guard level == .prefetch else { return visible.append(id) }
    // Nobody had to wait so far.
    if prefetch.count == 0 { passedBy = 0 }
    prefetch.append(id)
  }
}

/// A line that can be left from anywhere: its members are linked by their ids.
private struct Line<ID: Hashable & Sendable>: Sendable {
  private struct Place {
    var before: ID?
    var behind: ID?
  }

  private var places: [ID: Place] = [:]
  private(set) var first: ID?
  private var last: ID?

  var count: Int { places.count }

  func contains(_ id: ID) -> Bool { places[id] != nil }

  mutating func append(_ id: ID) {
    places[id] = Place(before: last, behind: nil)
    if let last { places[last]?.behind = id } else { first = id }
    last = id
  }

  mutating func remove(_ id: ID) -> Bool {
    guard let place = places.removeValue(forKey: id) else { return false }
    let (before, behind) = (place.before, place.behind)
    if let before { places[before]?.behind = behind } else { first = behind }
    if let behind { places[behind]?.before = before } else { last = before }
    return true
  }
}

/// Suspends each load until it is its turn: visible ones first, few at a time, not too often.
///
/// A shell around a ``LoadOrder``: it wakes the loads that the order names, and sleeps where the
/// start limit says so. It is a lock and not an actor, because a change of level is then in force
/// when the call returns, with no hop that a later change could overtake, and a load that is
/// cancelled while it waits is out of the line before anyone can give it a turn.
///
/// May be used from any thread and any task. Each call costs constant time.
public final class LoadQueue<ID: Hashable & Sendable>: Sendable {
  private struct State {
    var order: LoadOrder<ID>
    var waiting: [ID: Waiter] = [:]
    /// The sleep until the start limit opens, where nothing else holds up the next load.
    var timer: (due: Duration, task: Task<Void, Never>)?

    /// Returns why the load may not wait; nil where it does.
    mutating func enter(_ waiter: Waiter, _ id: ID, _ level: LoadPriority) -> (any Error)? {
      // Under the lock: a cancellation that is not seen here finds the load in the line.
      if Task.isCancelled { return CancellationError() }
      guard order.enqueue(id, at: level) else { return LoadQueueError.alreadyWaiting }
      waiting[id] = waiter
      return nil
    }
  }

  private struct Waiter {
    /// Tells it from other loads that had its id or will have it: a late cancellation hits none.
    let mark: Mark
    let continuation: CheckedContinuation<Void, any Error>
  }

  private final class Mark: Sendable {}

  private let clock: any Clock<Duration>
  private let elapsed: @Sendable () -> Duration
  private let state: Mutex<State>

  /// A queue in which nothing waits.
  ///
  /// - Parameters:
  ///   - order: The rules: width, start limit, share of prefetch.
  ///   - clock: What the start limit goes by. It is read and slept on, whatever its own instants.
  public init(_ order: LoadOrder<ID> = LoadOrder(), clock: any Clock<Duration>) {
    self.clock = clock
    elapsed = Self.stopwatch(clock)
    state = Mutex(State(order: order))
  }

  /// How many loads wait for their turn.
  public var waitingCount: Int { state.withLock { $0.order.waitingCount } }

  /// Waits for a turn, runs a load in it, and gives the slot back however the load ends.
  ///
  /// - Parameters:
  ///   - id: A name for the load, which no other load that waits has.
  ///   - level: How urgent it is. Read once, as the load takes its place and under the lock of
  ///     the queue, so that no change of level falls between; it must not call the queue.
  ///   - isolation: Where the load runs: where the caller does.
  ///   - operation: The load. It must not use the same queue, which may be full of its like.
  /// - Returns: What the load returns.
  /// - Throws: What the load throws. `CancellationError` as soon as the task is cancelled while
  ///   it waits; the load has then used neither a slot nor a token.
  ///   ``LoadQueueError/alreadyWaiting`` where another load of that id waits.
  public func run<Value>(
    _ id: ID, level: @autoclosure () -> LoadPriority,
    isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Value
  ) async throws -> Value {
    try await wait(id, level, isolation)
    defer { change { $0.order.finish() } }
    try Task.checkCancellation()
    return try await operation()
  }

  /// Raises or lowers a load that waits; nothing happens to any other.
  ///
  /// Nothing is remembered for a load that is still to come: it brings its level along.
  public func setLevel(of id: ID, to level: LoadPriority) {
    // The same number of loads wait and run, so nobody's turn can have come by this.
    state.withLock { level == .visible ? $0.order.raise(id) : $0.order.lower(id) }
  }

  private func wait(_ id: ID, _ level: () -> LoadPriority, _: isolated (any Actor)?) async throws {
    let mark = Mark()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let waiter = Waiter(mark: mark, continuation: continuation)
        var refusal: (any Error)?
        change { refusal = $0.enter(waiter, id, level()) }
        if let refusal { continuation.resume(throwing: refusal) }
      }
    } onCancel: {
      leave(id, mark)
    }
  }

  private func leave(_ id: ID, _ mark: Mark) {
    var left: Waiter?
    change { state in
      guard state.waiting[id]?.mark === mark else { return }
      left = state.waiting.removeValue(forKey: id)
      state.order.remove(id)
    }
    left?.continuation.resume(throwing: CancellationError())
  }

  /// Changes the order, and does what follows: under the lock what must be one step, so that the
  /// starts are dated by the time at which they are, and after it what wakes others.
  private func change(_ body: (inout State) -> Void) {
    let (begun, retired) = state.withLock { state in
      body(&state)
      return settle(&state, elapsed())
    }
    retired?.cancel()
    for waiter in begun { waiter.continuation.resume() }
  }

  /// Takes out all whose turn it is, and exchanges the timer where it is not the right one.
  private func settle(_ state: inout State, _ now: Duration) -> ([Waiter], Task<Void, Never>?) {
    var begun: [Waiter] = []
    while case .start(let id) = state.order.next(at: now) {
      state.order.start(id, at: now)
      if let waiter = state.waiting.removeValue(forKey: id) { begun.append(waiter) }
    }
    let retired = state.timer
    guard case .wait(let due) = state.order.next(at: now) else {
      state.timer = nil
      return (begun, retired?.task)
    }
    guard retired?.due != due else { return (begun, nil) }
    let timer = Task {
      do { try await clock.sleep(for: due - now) } catch { return }
      change { if $0.timer?.due == due { $0.timer = nil } }
    }
    state.timer = (due, timer)
    return (begun, retired?.task)
  }

  private static func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

/// Why a ``LoadQueue`` refuses a load.
public enum LoadQueueError: Error, Hashable, Sendable {
  /// Another load of the same id waits for its turn.
  case alreadyWaiting
}
