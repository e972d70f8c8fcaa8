// Who leaves is taken off the list and never answered
// Fails: leaverReturns
public import Vocabulary

/// The list is right, the load stops when it should, and the task of each cell that was ever reused
/// waits for ever.
public actor ImageLoader: ImageLoading, LoadCounting {
  private typealias Waiter = CheckedContinuation<Bitmap, any Error>

  /// Never leaves the actor; its identity is that of the load.
  private final class Load {
    var task: Task<Void, Never>?
    var waiters: [Int: Waiter] = [:]
  }

  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var loads: [ImageKey: Load] = [:]
  private var nextCaller = 0

  /// How the loads have ended so far.
  public private(set) var counts: LoadCounts = LoadCounts()

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    try Task.checkCancellation()
    let caller = nextCaller
    nextCaller += 1
    return try await withTaskCancellationHandler {
      // On the actor still: the caller is on its list before the handler's task has its turn.
      try await withCheckedThrowingContinuation { join(key, caller, $0) }
    } onCancel: {
      Task { await self.leave(key, caller) }
    }
  }

  private func join(_ key: ImageKey, _ caller: Int, _ waiter: Waiter) {
    let running = loads[key] ?? start(key)
    running.waiters[caller] = waiter
  }

  private func start(_ key: ImageKey) -> Load {
    counts.started += 1
    let new = Load()
    loads[key] = new
    new.task = Task {
      do {
        let image = try await load(key)
        end(key, new, .success(image))
      } catch {
        end(key, new, .failure(error))
      }
    }
    return new
  }

  private func end(_ key: ImageKey, _ ended: Load, _ outcome: Result<Bitmap, any Error>) {
    guard loads[key] === ended else { return }
    loads[key] = nil
    if case .success = outcome { counts.succeeded += 1 } else { counts.failed += 1 }
    for caller in ended.waiters.keys.sorted() { ended.waiters[caller]?.resume(with: outcome) }
  }

  private func leave(_ key: ImageKey, _ caller: Int) {
    guard let left = loads[key], left.waiters.removeValue(forKey: caller) != nil,
      left.waiters.isEmpty
    else { return }
    loads[key] = nil
    counts.cancelled += 1
    left.task?.cancel()
  }
}
