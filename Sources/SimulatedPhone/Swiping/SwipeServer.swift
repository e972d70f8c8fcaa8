public import Simulation
import Synchronization
public import Vocabulary

/// A server of swipes in virtual time, and the way to it.
///
/// It counts by the rules of ``SwipeBook``. A request takes half the latency to arrive, takes
/// effect at once, and its reply takes the other half. A script says what becomes of each request
/// beyond that; a connection that goes, or a server that is down, befalls all of them.
///
/// ```swift
/// let server = SwipeServer(simulation, undoLimit: 1, likedBack: [7]) { request in
///   request.number == 2 ? .replyLost : .answered
/// }
/// ```
///
/// Everything that happens is on the timeline in the lane "server". A request whose task is
/// cancelled stops where it is: it counts where it had arrived. May be used from any task of the
/// simulation's run.
public final class SwipeServer: SwipeSending, SwipeUndoing {
  /// Says what becomes of a request. Called once for each, without a lock held.
  public typealias Script = @Sendable (SwipeArrival) -> SwipeFate

  private struct State {
    var book: SwipeBook
    var isOffline = false
    var isDown = false
    var requests: [SwipeArrival] = []
    var attempts: [IdempotencyKey: Int] = [:]
  }

  private let simulation: Simulation
  private let latency: Duration
  private let timeout: Duration
  private let script: Script
  private let state: Mutex<State>

  /// A server that has heard of no swipe yet.
  ///
  /// - Parameters:
  ///   - simulation: Whose clock it uses and on whose timeline it writes.
  ///   - latency: The time there and back.
  ///   - timeout: How long the phone waits for a reply that does not come, counted from the
  ///     moment at which it should have come.
  ///   - undoLimit: How many undos are free; nil for all.
  ///   - likedBack: The cards whose other side likes the user from the start.
  ///   - script: What becomes of each request.
  public init(
    _ simulation: Simulation, latency: Duration = .milliseconds(100),
    timeout: Duration = .seconds(10), undoLimit: Int? = nil, likedBack: Set<Card.ID> = [],
    script: @escaping Script = { _ in .answered }
  ) {
    self.simulation = simulation
    self.latency = latency
    self.timeout = timeout
    self.script = script
    state = Mutex(State(book: SwipeBook(likedBack: likedBack, undosLeft: undoLimit)))
  }

  // MARK: What the test sees and does

  /// What has arrived, and what was made of it.
  public var book: SwipeBook { state.withLock { $0.book } }

  /// All requests that have left the phone, in order, those that were lost among them.
  public var requests: [SwipeArrival] { state.withLock { $0.requests } }

  /// Whether there is no connection. Requests fail at once, those on their way and their replies
  /// when they would arrive.
  public var isOffline: Bool {
    get { state.withLock { $0.isOffline } }
    set { state.withLock { $0.isOffline = newValue } }
  }

  /// Whether the server looks at no request that arrives, and says so.
  public var isDown: Bool {
    get { state.withLock { $0.isDown } }
    set { state.withLock { $0.isDown = newValue } }
  }

  /// The other side likes the user, from now on: a like of the card is a match, and stays.
  public func likeBack(_ card: Card.ID) { state.withLock { $0.book.likeBack(card) } }

  /// Sets how many undos are left; nil for all.
  public func setUndosLeft(_ count: Int?) { state.withLock { $0.book.undosLeft = count } }

  // MARK: What the app does

  /// Sends a swipe; see `SwipeSending`.
  public func send(_ swipe: Swipe) async throws -> SwipeReceipt {
    guard case .swipe(_, let outcome) = try await answer(.swipe(swipe)) else {
      preconditionFailure("A swipe was answered as an undo.")
    }
    return SwipeReceipt(key: swipe.key, outcome: outcome)
  }

  /// Sends an undo; see `SwipeUndoing`.
  public func undo(_ undo: SwipeUndo) async throws -> UndoReceipt {
    guard case .undo(_, let outcome) = try await answer(.undo(undo)) else {
      preconditionFailure("An undo was answered as a swipe.")
    }
    return UndoReceipt(key: undo.key, outcome: outcome)
  }

  private func answer(_ operation: SwipeOperation) async throws -> SwipeAnswer {
    try Task.checkCancellation()
    let request = try depart(operation)
    note("request \(request.number): \(operation.text)")
    let fate = script(request)
    try await pass(latency / 2)
    if case .requestLost = fate { throw try await silence() }
    if case .requestHeld(let door) = fate { try await door.pass() }
    let answer = try arrive(operation, fate)
    note("request \(request.number) is answered: \(answer.text)")
    switch fate {
    case .broken: throw TransportError.connectionLost
    case .replyHeld(let door): try await door.pass()
    default: break
    }
    try await pass(latency / 2)
    if case .replyLost = fate { throw try await silence() }
    if isOffline { throw TransportError.connectionLost }
    return answer
  }

  private func depart(_ operation: SwipeOperation) throws -> SwipeArrival {
    let now = simulation.clock.now
    return try state.withLock { state in
      guard !state.isOffline else { throw TransportError.offline }
      state.attempts[operation.key, default: 0] += 1
      let request = SwipeArrival(
        operation: operation, number: state.requests.count + 1,
        attempt: state.attempts[operation.key] ?? 1, instant: now)
      state.requests.append(request)
      return request
    }
  }

  private func arrive(_ operation: SwipeOperation, _ fate: SwipeFate) throws -> SwipeAnswer {
    try state.withLock { state in
      if state.isOffline { throw TransportError.connectionLost }
      if case .unavailable(let delay) = fate {
        throw TransportError.unavailable(retryAfter: delay)
      }
      if state.isDown { throw TransportError.unavailable(retryAfter: nil) }
      var refusal: String?
      if case .refused(let reason) = fate { refusal = reason }
      return state.book.enter(operation, refusing: refusal)
    }
  }

  /// What the phone makes of it when no reply comes.
  private func silence() async throws -> TransportError {
    try await pass(timeout)
    return .timedOut
  }

  /// Also where no time passes, others may come first.
  private func pass(_ duration: Duration) async throws {
    let clock = simulation.clock
    try await clock.sleep(until: clock.now.advanced(by: duration))
  }

  private func note(_ sentence: String) { simulation.record(sentence, on: "server") }
}
