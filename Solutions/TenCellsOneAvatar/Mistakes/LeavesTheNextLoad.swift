// Numbers callers anew for each load, and leaves by key and number
// Fails: lateLeave
public import Vocabulary

/// A cancelled caller leaves at once, by the key and its number in the load. The way to the actor
/// takes a turn. If the load ends before it, the key stands for the next load by then, and the
/// number for its first caller.
public actor AvatarLoader: ImageLoading {
  private struct Line {
    var lastNumber = 0
    var waiters: [Int: CheckedContinuation<Bitmap, any Error>] = [:]
  }

  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var lines: [ImageKey: Line] = [:]

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    try Task.checkCancellation()
    if lines[key] == nil {
      lines[key] = Line()
      Task { await self.run(key) }
    }
    let number = (lines[key]?.lastNumber ?? 0) + 1
    lines[key]?.lastNumber = number
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { lines[key]?.waiters[number] = $0 }
    } onCancel: {
      Task { await self.leave(key, number) }
    }
  }

  private func run(_ key: ImageKey) async {
    let outcome: Result<Bitmap, any Error>
    do {
      outcome = .success(try await load(key))
    } catch {
      outcome = .failure(error)
    }
    let line = lines.removeValue(forKey: key)
    for waiter in (line?.waiters ?? [:]).values { waiter.resume(with: outcome) }
  }

  private func leave(_ key: ImageKey, _ number: Int) {
    lines[key]?.waiters.removeValue(forKey: number)?.resume(throwing: CancellationError())
  }
}
