// A failure reaches the first caller only
// Fails: failureReachesAll
public import Vocabulary

/// Who has joined a load that fails tries by itself, "to be robust". Ten cells make ten downloads
/// out of one failure, at the moment when the server can bear it least.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: Task<Bitmap, any Error>] = [:]

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    while let running = inFlight[key] {
      if let image = try? await running.value { return image }
    }
    let task = Task {
      defer { inFlight[key] = nil }
      return try await load(key)
    }
    inFlight[key] = task
    return try await task.value
  }
}
