// A failure is remembered for ever
// Fails: failureIsForgotten
public import Vocabulary

/// A photo that could not be loaded once is not tried again, since "it would fail again": one
/// lost connection, and the avatar is a grey circle until the app is restarted.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: Task<Bitmap, any Error>] = [:]
  private var failed: [ImageKey: any Error] = [:]

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    if let error = failed[key] { throw error }
    if let running = inFlight[key] { return try await running.value }
    let task = Task {
      defer { inFlight[key] = nil }
      do {
        return try await load(key)
      } catch {
        failed[key] = error
        throw error
      }
    }
    inFlight[key] = task
    return try await task.value
  }
}
