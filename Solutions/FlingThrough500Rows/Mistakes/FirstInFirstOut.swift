// First in, first out, also for those who have left
// Fails: fling, wholeApp
public import Vocabulary

/// Four loads at a time, the others in a queue. A load that runs is stopped when its last caller
/// leaves; one that waits keeps its place, is loaded for nobody when its turn comes, and the rows
/// at rest stand behind it.
public actor ImageLoader: ImageLoading, LoadCounting {
  private typealias Waiter = CheckedContinuation<Bitmap, any Error>

  private final class Load {
    let key: ImageKey
    var task: Task<Void, Never>?
    var waiters: [Int: Waiter] = [:]
    var isOver = false

    init(_ key: ImageKey) {
      self.key = key
    }
  }

  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var loads: [ImageKey: Load] = [:]
  private var queue: [Load] = []
  private var front = 0
  private var running = 0
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
      try await withCheckedThrowingContinuation { join(key, caller, $0) }
    } onCancel: {
      Task { await self.leave(key, caller) }
    }
  }

  private func join(_ key: ImageKey, _ caller: Int, _ waiter: Waiter) {
    if let waiting = loads[key] {
      waiting.waiters[caller] = waiter
      return
    }
    let new = Load(key)
    new.waiters[caller] = waiter
    loads[key] = new
    queue.append(new)
    startNext()
  }

  private func startNext() {
    while running < 4, front < queue.count {
      let next = queue[front]
      front += 1
      running += 1
      counts.started += 1
      next.task = Task {
        do {
          let image = try await load(next.key)
          end(next, .success(image))
        } catch {
          end(next, .failure(error))
        }
        running -= 1
        startNext()
      }
    }
  }

  private func end(_ ended: Load, _ outcome: Result<Bitmap, any Error>) {
    guard !ended.isOver else { return }
    finish(ended)
    if case .success = outcome { counts.succeeded += 1 } else { counts.failed += 1 }
    for waiter in ended.waiters.values { waiter.resume(with: outcome) }
  }

  private func leave(_ key: ImageKey, _ caller: Int) {
    guard let left = loads[key], let waiter = left.waiters.removeValue(forKey: caller) else {
      return
    }
    waiter.resume(throwing: CancellationError())
    guard left.waiters.isEmpty, let task = left.task else { return }
    finish(left)
    counts.cancelled += 1
    task.cancel()
  }

  private func finish(_ load: Load) {
    load.isOver = true
    loads[load.key] = nil
  }
}
