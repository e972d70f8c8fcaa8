// A list of waiting continuations for each key
public import Vocabulary

/// An entry is the list of those who wait. The load is run by a task that nobody awaits; when it
/// ends, it takes the whole list out of the table in one step and answers everyone on it.
///
/// More to write than a table of tasks, and the place to start from where callers should be able
/// to leave: a list knows who is on it.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var waiters: [ImageKey: [CheckedContinuation<Bitmap, any Error>]] = [:]

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    try await withCheckedThrowingContinuation { continuation in
      let isFirst = waiters[key] == nil
      waiters[key, default: []].append(continuation)
      if isFirst { Task { await self.run(key) } }
    }
  }

  private func run(_ key: ImageKey) async {
    let outcome: Result<Bitmap, any Error>
    do {
      outcome = .success(try await load(key))
    } catch {
      outcome = .failure(error)
    }
    for waiter in waiters.removeValue(forKey: key) ?? [] { waiter.resume(with: outcome) }
  }
}
