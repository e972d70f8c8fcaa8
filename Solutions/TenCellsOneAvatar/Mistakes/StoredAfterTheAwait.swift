// The entry is stored after the first await
// Fails: oneLoad
public import Vocabulary

/// Between the look at the table and the entry lies an await, and an actor lets others in there:
/// all ten cells have looked before the first has made its entry.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private let history = History()
  private var inFlight: [ImageKey: Task<Bitmap, any Error>] = [:]

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    if let running = inFlight[key] { return try await running.value }
    await history.note(key)
    let task = Task {
      defer { inFlight[key] = nil }
      return try await load(key)
    }
    inFlight[key] = task
    return try await task.value
  }
}

/// Which keys were asked for, for the log.
private actor History {
  private var last: ImageKey?

  func note(_ key: ImageKey) {
    last = key
  }
}
