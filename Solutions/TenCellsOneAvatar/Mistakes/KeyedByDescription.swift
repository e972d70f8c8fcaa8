// Keyed by a text that leaves out the host
// Fails: addresses
public import Vocabulary

/// What the timeline prints of a key looks like a key: path, query and size. Photo 7 of one host
/// and photo 7 of another are one load, and one of the two cells shows somebody else's picture.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [String: Task<Bitmap, any Error>] = [:]

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    let name = "\(key)"
    if let running = inFlight[name] { return try await running.value }
    let task = Task {
      defer { inFlight[name] = nil }
      return try await load(key)
    }
    inFlight[name] = task
    return try await task.value
  }
}
