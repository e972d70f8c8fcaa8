// A list that is searched from the front
// Fails: linear
public import Vocabulary

/// Work in flight is an array. Each caller looks at all that is before its own, so ten times as
/// many rows cost a hundred times as much.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [(key: ImageKey, task: Task<Bitmap, any Error>)] = []

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    if let running = inFlight.first(where: { $0.key == key }) {
      return try await running.task.value
    }
    let task = Task {
      defer { inFlight.removeAll { $0.key == key } }
      return try await load(key)
    }
    inFlight.append((key, task))
    return try await task.value
  }
}
