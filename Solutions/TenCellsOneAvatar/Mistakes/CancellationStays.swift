// A cancellation jumps over the removal
// Fails: ownCancellation
public import Vocabulary

/// "A cancellation is no failure", so it is not treated as an end either. When the session is
/// invalidated and ends the load with one, the dead task answers for its key for ever.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: Task<Bitmap, any Error>] = [:]

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    if let running = inFlight[key] { return try await running.value }
    let task = Task {
      do {
        let image = try await load(key)
        inFlight[key] = nil
        return image
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        inFlight[key] = nil
        throw error
      }
    }
    inFlight[key] = task
    return try await task.value
  }
}
