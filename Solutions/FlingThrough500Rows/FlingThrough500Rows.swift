import Synchronization
public import Vocabulary

/// Shares each load among the callers that want it, and stops it when the last of them leaves.
///
/// Callers for one key join the load in flight; each is an identity of its own, not a number on
/// a counter. A cancelled caller is woken at once and leaves on the actor, in its own task and so
/// once only. Where it was the last, the load goes out of the table and is cancelled in that same
/// step: whoever joins next finds a load that lives or none, and inherits no cancellation. A load
/// that is over is known by its object, not by its key, so the late end of an old one cannot
/// touch the new one.
///
/// The level of a load is the highest among its present callers. Where it changes, the loader
/// says so, and a queue outside can raise or sink the load that waits there:
///
/// ```swift
/// let loader = ImageLoader(
///   levelChanged: { queue.setLevel(of: $0.number, to: $0.level) },
///   load: { request in
///     try await queue.run(request.number, level: request.level) {
///       try await download(request.key)
///     }
///   })
/// ```
///
/// May be used from any task. Joining and leaving cost constant time, and one allocation for each
/// caller. The loader lives as long as any of its loads runs.
public actor ImageLoader: ImageLoading, LoadCounting {
  private let load: @Sendable (LoadRequest) async throws -> Bitmap
  private let levelChanged: @Sendable (LoadRequest) -> Void
  private var inFlight: [ImageKey: SharedLoad] = [:]

  /// How the loads have ended so far.
  public private(set) var counts: LoadCounts = LoadCounts()

  /// A loader with nothing in flight, whose loads are all equally urgent.
  ///
  /// - Parameter load: Downloads and decodes one picture, outside the actor, in a task that is
  ///   cancelled when nobody wants the picture any more.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.init(levelChanged: { _ in }, load: { try await load($0.key) })
  }

  /// A loader with nothing in flight, which tells how urgent its loads are.
  ///
  /// - Parameters:
  ///   - levelChanged: Called on the actor, at once and in order, when the level of a load in
  ///     flight is no longer what it was; not for its first level, and not after its end. It
  ///     must be quick and must not wait.
  ///   - load: Downloads and decodes one picture, outside the actor, in a task that is cancelled
  ///     when nobody wants the picture any more.
  public init(
    levelChanged: @escaping @Sendable (LoadRequest) -> Void,
    load: @escaping @Sendable (LoadRequest) async throws -> Bitmap
  ) {
    self.levelChanged = levelChanged
    self.load = load
  }

  /// The picture for a key that is on screen; see ``image(for:priority:)``.
  public func image(for key: ImageKey) async throws -> Bitmap {
    try await image(for: key, priority: .visible)
  }

  /// Joins the load in flight for a key, or starts one.
  ///
  /// - Parameters:
  ///   - key: Which picture, and how large.
  ///   - priority: How urgent it is to this caller, for as long as it waits.
  /// - Returns: The picture.
  /// - Throws: The error of the load, to all who wait for it; `CancellationError` as soon as the
  ///   calling task is cancelled, and then no other caller notices.
  public func image(for key: ImageKey, priority: LoadPriority) async throws -> Bitmap {
    // A row may be gone before its task reaches the actor. It must not start a load.
    try Task.checkCancellation()
    // Nothing suspends from here until the caller is on the list and waits.
    let (shared, caller) = join(key, priority)
    do {
      return try await caller.image(isolation: self)
    } catch {
      // Back on the actor: being the last and stopping the load are one step, so that no new
      // caller can slip in between. After a failed load there is nothing left to leave.
      leave(shared, caller)
      throw error
    }
  }

  private func join(_ key: ImageKey, _ priority: LoadPriority) -> (SharedLoad, Caller) {
    let shared = inFlight[key] ?? start(key, priority)
    let caller = shared.callers.add(priority)
    announceLevel(of: shared)
    return (shared, caller)
  }

  private func leave(_ shared: SharedLoad, _ caller: Caller) {
    guard !shared.isOver else { return }
    shared.callers.remove(caller)
    guard shared.callers.level == nil else { return announceLevel(of: shared) }
    end(shared)
    counts.cancelled += 1
    shared.task?.cancel()
  }

  private func start(_ key: ImageKey, _ priority: LoadPriority) -> SharedLoad {
    counts.started += 1
    let shared = SharedLoad(LoadRequest(number: counts.started, key: key, level: priority))
    inFlight[key] = shared
    shared.task = Task {
      // Everyone may have left before this task came to run: then nobody is asked.
      guard !shared.isOver else { return }
      let outcome: Result<Bitmap, any Error>
      do {
        outcome = .success(try await load(shared.request))
      } catch {
        outcome = .failure(error)
      }
      finish(shared, outcome)
    }
    return shared
  }

  private func finish(_ shared: SharedLoad, _ outcome: Result<Bitmap, any Error>) {
    // Its callers have left: it has been counted, and its picture is for nobody.
    guard !shared.isOver else { return }
    end(shared)
    if case .success = outcome { counts.succeeded += 1 } else { counts.failed += 1 }
    shared.callers.wakeAll(outcome)
  }

  private func end(_ shared: SharedLoad) {
    // Only a load that is not over ends, so the entry of the key is its own.
    shared.isOver = true
    inFlight[shared.request.key] = nil
  }

  private func announceLevel(of shared: SharedLoad) {
    if let level = shared.callers.level, shared.request.moves(to: level) {
      levelChanged(shared.request)
    }
  }
}

/// What one load is asked for, and how urgent it is at present.
///
/// The object is the identity of the load: a later load of the same key is another request.
public final class LoadRequest: Sendable {
  /// The number of the load, from one up: no other load of the same loader has it.
  public let number: Int
  /// Which picture, and how large.
  public let key: ImageKey
  private let currentLevel: Mutex<LoadPriority>

  fileprivate init(number: Int, key: ImageKey, level: LoadPriority) {
    self.number = number
    self.key = key
    currentLevel = Mutex(level)
  }

  /// The highest level among the callers that wait for the load now; the last one after its end.
  ///
  /// It has its new value before the change is announced. May be read from any thread.
  public var level: LoadPriority { currentLevel.withLock { $0 } }

  /// Returns whether that was a change.
  fileprivate func moves(to level: LoadPriority) -> Bool {
    currentLevel.withLock { current in
      defer { current = level }
      return current != level
    }
  }
}

/// A load in flight. It never leaves the actor.
private final class SharedLoad {
  let request: LoadRequest
  var task: Task<Void, Never>?
  var callers = Callers()
  var isOver = false

  init(_ request: LoadRequest) {
    self.request = request
  }
}

/// The callers of one load, in the order in which they joined.
///
/// A ring of slots that are linked by their numbers; each caller knows its own. So joining and
/// leaving take constant time without hashing, no order is left to chance, and the slots of
/// callers that have gone are used again.
private struct Callers {
  private struct Slot {
    var caller: Caller?
    var previous: Int
    var next: Int
  }

  /// Slot 0 holds nobody: after it comes the first caller, before it the last.
  private var ring = [Slot(previous: 0, next: 0)]
  private var free: [Int] = []
  private var visibleCount = 0

  /// The highest level among them; nil without any.
  var level: LoadPriority? {
    ring[0].next == 0 ? nil : visibleCount > 0 ? .visible : .prefetch
  }

  mutating func add(_ priority: LoadPriority) -> Caller {
    let caller = Caller(slot: free.popLast() ?? ring.count, priority: priority)
    let slot = Slot(caller: caller, previous: ring[0].previous, next: 0)
    if caller.slot == ring.count { ring.append(slot) } else { ring[caller.slot] = slot }
    ring[slot.previous].next = caller.slot
    ring[0].previous = caller.slot
    if priority == .visible { visibleCount += 1 }
    return caller
  }

  /// To be called once for a caller: its slot may be another's afterwards.
  mutating func remove(_ caller: Caller) {
    let (previous, next) = (ring[caller.slot].previous, ring[caller.slot].next)
    ring[previous].next = next
    ring[next].previous = previous
    ring[caller.slot].caller = nil
    free.append(caller.slot)
    if caller.priority == .visible { visibleCount -= 1 }
  }

  /// Wakes them in the order in which they joined.
  func wakeAll(_ outcome: Result<Bitmap, any Error>) {
    var slot = ring[0].next
    while slot != 0 {
      ring[slot].caller?.wake(outcome)
      slot = ring[slot].next
    }
  }
}

/// One call of ``ImageLoader/image(for:priority:)`` that waits: woken once, by the end of the load
/// or by its own cancellation, whichever comes first.
private final class Caller: Sendable {
  private enum State {
    case arriving
    case waiting(UnsafeContinuation<Bitmap, any Error>)
    case woken(Result<Bitmap, any Error>)
  }

  let slot: Int
  let priority: LoadPriority
  private let state = Mutex(State.arriving)

  init(slot: Int, priority: LoadPriority) {
    self.slot = slot
    self.priority = priority
  }

  /// Suspends until the caller is woken. To be called once.
  func image(isolation: isolated ImageLoader) async throws -> Bitmap {
    try await withTaskCancellationHandler {
      // `wake` lets a continuation go once by its state, so that the checked kind would only add
      // an allocation for each caller.
      try await withUnsafeThrowingContinuation { continuation in
        let outcome = state.withLock { state -> Result<Bitmap, any Error>? in
          if case .woken(let outcome) = state { return outcome }
          state = .waiting(continuation)
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      // Runs at once, on any thread, and needs no task of its own: the caller that it wakes goes
      // back to the actor by itself, and leaves there.
      wake(.failure(CancellationError()))
    }
  }

  func wake(_ outcome: Result<Bitmap, any Error>) {
    let continuation = state.withLock { state -> UnsafeContinuation<Bitmap, any Error>? in
      if case .woken = state { return nil }
      defer { state = .woken(outcome) }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    continuation?.resume(with: outcome)
  }
}
