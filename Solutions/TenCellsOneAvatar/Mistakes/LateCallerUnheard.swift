// Who comes as the load ends is never answered
// Fails: lateCaller
public import Vocabulary

/// The callers are answered first and the entry is removed a moment later. Whoever comes in that
/// moment finds an entry, puts itself on a list that has been read already, and waits for ever.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private let history = History()
  private var waiters: [ImageKey: [CheckedContinuation<Bitmap, any Error>]] = [:]
  private var forgotten: [CheckedContinuation<Bitmap, any Error>] = []

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    try await withCheckedThrowingContinuation { continuation in
      guard waiters[key] == nil else {
        waiters[key]?.append(continuation)
        return
      }
      waiters[key] = [continuation]
      Task { await self.run(key) }
    }
  }

  private func run(_ key: ImageKey) async {
    let outcome: Result<Bitmap, any Error>
    do {
      outcome = .success(try await load(key))
    } catch {
      outcome = .failure(error)
    }
    let answered = waiters[key] ?? []
    for waiter in answered { waiter.resume(with: outcome) }
    await history.note(key)
    forgotten += (waiters.removeValue(forKey: key) ?? []).dropFirst(answered.count)
  }
}

/// Which keys were loaded, for the log.
private actor History {
  private var last: ImageKey?

  func note(_ key: ImageKey) {
    last = key
  }
}
