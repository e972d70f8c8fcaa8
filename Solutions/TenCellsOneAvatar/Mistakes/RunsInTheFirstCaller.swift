// The load runs in the first caller's task
// Fails: cancelledStarter
public import Vocabulary

/// The first caller loads, the others wait for it. Where it is cancelled, its load goes with it,
/// and one of those who waited begins again from the start.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var waiters: [ImageKey: [CheckedContinuation<Bitmap?, any Error>]] = [:]

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    while waiters[key] != nil {
      let image = try await withCheckedThrowingContinuation { waiters[key]?.append($0) }
      if let image { return image }
    }
    waiters[key] = []
    do {
      let image = try await load(key)
      answer(key, with: .success(image))
      return image
    } catch {
      answer(key, with: Task.isCancelled ? .success(nil) : .failure(error))
      throw error
    }
  }

  private func answer(_ key: ImageKey, with outcome: Result<Bitmap?, any Error>) {
    for waiter in waiters.removeValue(forKey: key) ?? [] { waiter.resume(with: outcome) }
  }
}
