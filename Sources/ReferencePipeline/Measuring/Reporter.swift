import LRUYourselfSolution
import NameTheNumbersSolution
import Synchronization
import Vocabulary

/// Makes the session's figures from what happens, and tells whoever watches.
///
/// A wish is one call of one caller, and ends once. What is done once for several wishes, such as
/// a download, is counted once.
final class Reporter: Sendable {
  /// One call of one caller.
  struct Wish: Sendable {
    let id: LoadEvent.LoadID
    let key: ImageKey
    let priority: LoadPriority
  }

  private struct State {
    var metrics = LoadMetrics()
    var lastID: UInt64 = 0
    /// The wishes that wait, by what they wait for.
    var waiting: [ImageKey: [LoadEvent.LoadID]] = [:]
    /// The prefetch that brought a picture, until the picture is shown.
    let bets = LRUCache<ImageKey, LoadEvent.LoadID>(costLimit: 4_096)

    mutating func makeID() -> LoadEvent.LoadID {
      lastID += 1
      return LoadEvent.LoadID(rawValue: lastID)
    }
  }

  /// Whose bytes and decodes are nobody's in particular.
  private static let nobody = LoadEvent.LoadID(rawValue: 0)

  private let state = Mutex(State())
  private let stopwatch: Stopwatch
  private let observe: (@Sendable (PipelineEvent) -> Void)?

  init(clock: any Clock<Duration>, observe: (@Sendable (PipelineEvent) -> Void)?) {
    stopwatch = Stopwatch(clock)
    self.observe = observe
  }

  var metrics: LoadMetrics { state.withLock { $0.metrics } }

  // MARK: Wishes

  /// A caller finds its picture in memory.
  func hit(_ key: ImageKey, _ priority: LoadPriority) {
    let id = state.withLock { state in
      let id = state.makeID()
      state.metrics.record(LoadEvent(load: id, step: .requested(priority)))
      state.metrics.record(LoadEvent(load: id, step: .memoryHit))
      return id
    }
    tell(key, .asked(priority), id)
    tell(key, .hit, id)
  }

  /// A caller begins to wait.
  func begin(_ key: ImageKey, _ priority: LoadPriority) -> Wish {
    let (id, isFirst) = state.withLock { state in
      let id = state.makeID()
      state.metrics.record(LoadEvent(load: id, step: .requested(priority)))
      state.waiting[key, default: []].append(id)
      return (id, state.waiting[key]?.count == 1)
    }
    tell(key, .asked(priority), id)
    if !isFirst { tell(key, .joined, id) }
    return Wish(id: id, key: key, priority: priority)
  }

  /// A caller waits no more.
  func end(_ wish: Wish, _ end: End) {
    state.withLock { state in
      if let place = state.waiting[wish.key]?.firstIndex(of: wish.id) {
        state.waiting[wish.key]?.remove(at: place)
      }
      if state.waiting[wish.key]?.isEmpty == true { state.waiting[wish.key] = nil }
      state.metrics.record(LoadEvent(load: wish.id, step: end.step))
      if end == .loaded, wish.priority == .prefetch { state.bets.insert(wish.id, for: wish.key) }
    }
    tell(wish.key, end.told, wish.id)
  }

  /// How a wish ends that waited.
  enum End {
    case loaded, failed, cancelled

    fileprivate var step: LoadEvent.Step {
      switch self {
      case .loaded: .loaded
      case .failed: .failed
      case .cancelled: .cancelled
      }
    }

    fileprivate var told: PipelineEvent.Step {
      switch self {
      case .loaded: .loaded
      case .failed: .failed
      case .cancelled: .cancelled
      }
    }
  }

  // MARK: What is done for all who wait

  /// The bytes came from the disk tier.
  func read(_ key: ImageKey) {
    state.withLock { state in
      for id in state.waiting[key] ?? [] {
        state.metrics.record(LoadEvent(load: id, step: .diskHit))
      }
    }
    tell(key, .read)
  }

  /// A piece of a body came.
  func received(_ bytes: Int, _ key: ImageKey) {
    state.withLock {
      $0.metrics.record(LoadEvent(load: Self.nobody, step: .downloaded(bytes: bytes)))
    }
    tell(key, .received(bytes: bytes))
  }

  /// A picture was decoded, off the main actor.
  func decoded(_ key: ImageKey, in duration: Duration) {
    let step = LoadEvent.Step.decoded(duration: duration, onMainActor: false)
    state.withLock { $0.metrics.record(LoadEvent(load: Self.nobody, step: step)) }
    tell(key, .decoded(duration))
  }

  /// A picture is on screen. The first time, it pays for the prefetch that brought it.
  func shown(_ key: ImageKey, afterVisible duration: Duration) {
    let id = state.withLock { state in
      let id = state.bets.remove(key) ?? Self.nobody
      state.metrics.record(LoadEvent(load: id, step: .shown(afterVisible: duration)))
      return id
    }
    tell(key, .shown(afterVisible: duration), id == Self.nobody ? nil : id)
  }

  /// So many bytes of decoded pictures are held, or in the making.
  func holds(_ bytes: Int) {
    state.withLock { $0.metrics.recordLiveBytes(bytes) }
  }

  /// The session before this one was ended for memory.
  func recordMemoryTermination() {
    state.withLock { $0.metrics.recordMemoryTermination() }
  }

  /// Tells whoever watches, and counts nothing.
  func tell(_ key: ImageKey, _ step: PipelineEvent.Step, _ id: LoadEvent.LoadID? = nil) {
    observe?(PipelineEvent(time: stopwatch.elapsed, key: key, load: id, step: step))
  }
}
