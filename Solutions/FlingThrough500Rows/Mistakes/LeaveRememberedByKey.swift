// A leave that comes too early is remembered by key
// Fails: lateLeave, loadCancelLoad
import Synchronization
public import Vocabulary

/// The handler may run before its caller is on the list, so a leave that finds nobody is kept for
/// the one who comes. But the one who was cancelled never comes, and the next cell that asks for
/// the photo is sent away in its place.
public final class ImageLoader: ImageLoading, LoadCounting {
  private typealias Waiter = CheckedContinuation<Bitmap, any Error>

  private struct Load {
    let number: Int
    var task: Task<Void, Never>?
    var waiters: [Int: Waiter] = [:]
  }

  private struct State {
    var loads: [ImageKey: Load] = [:]
    var earlyLeaves: [ImageKey: Int] = [:]
    var counts = LoadCounts()
    var lastCaller = 0
  }

  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private let state = Mutex(State())

  /// How the loads have ended so far.
  public var counts: LoadCounts { state.withLock { $0.counts } }

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    let caller = state.withLock { state in
      state.lastCaller += 1
      return state.lastCaller
    }
    return try await withTaskCancellationHandler {
      try Task.checkCancellation()
      return try await withCheckedThrowingContinuation { join(key, caller, $0) }
    } onCancel: {
      leave(key, caller)
    }
  }

  private func join(_ key: ImageKey, _ caller: Int, _ waiter: Waiter) {
    let isHere = state.withLock { state in
      if let early = state.earlyLeaves[key], early > 0 {
        state.earlyLeaves[key] = early - 1
        return false
      }
      if state.loads[key] == nil {
        state.counts.started += 1
        let number = state.counts.started
        state.loads[key] = Load(number: number, task: Task { await self.run(key, number) })
      }
      state.loads[key]?.waiters[caller] = waiter
      return true
    }
    if !isHere { waiter.resume(throwing: CancellationError()) }
  }

  private func run(_ key: ImageKey, _ number: Int) async {
    let outcome: Result<Bitmap, any Error>
    do {
      outcome = .success(try await load(key))
    } catch {
      outcome = .failure(error)
    }
    let waiters = state.withLock { state -> [Waiter] in
      guard let load = state.loads[key], load.number == number else { return [] }
      state.loads[key] = nil
      if case .success = outcome { state.counts.succeeded += 1 } else { state.counts.failed += 1 }
      return load.waiters.sorted { $0.key < $1.key }.map(\.value)
    }
    for waiter in waiters { waiter.resume(with: outcome) }
  }

  private func leave(_ key: ImageKey, _ caller: Int) {
    let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      guard let waiter = state.loads[key]?.waiters.removeValue(forKey: caller) else {
        state.earlyLeaves[key, default: 0] += 1
        return (nil, nil)
      }
      guard let load = state.loads[key], load.waiters.isEmpty else { return (waiter, nil) }
      state.loads[key] = nil
      state.counts.cancelled += 1
      return (waiter, load.task)
    }
    task?.cancel()
    waiter?.resume(throwing: CancellationError())
  }
}
