// The entry is removed only on success
// Fails: failureIsForgotten, neverTwoAtOnce
public import Vocabulary

/// Each caller takes the entry away after its await. An error jumps over that line, so the failed
/// load answers everybody from then on. And ten callers take away ten times: the later ones hit
/// the entry of whoever has started anew.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: Task<Bitmap, any Error>] = [:]

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    let load = self.load
    let task = inFlight[key] ?? Task { try await load(key) }
    inFlight[key] = task
    let image = try await task.value
    inFlight[key] = nil
    return image
  }
}
