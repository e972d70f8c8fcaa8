// A lock is held across the await
// Fails: joinsDuringDecode, oneLoad, othersGoOn
public import Vocabulary

/// "Only one at a time may look and load": the lock is let go when the picture is there. The next
/// cell then finds an empty table and loads the picture again, ten times in a row.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private let lock = AsyncLock()

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    await lock.take()
    do {
      let image = try await load(key)
      await lock.release()
      return image
    } catch {
      await lock.release()
      throw error
    }
  }
}

/// A lock for which callers wait without blocking a thread.
private actor AsyncLock {
  private var isTaken = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func take() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiters.append($0) }
  }

  func release() {
    if waiters.isEmpty { isTaken = false } else { waiters.removeFirst().resume() }
  }
}
