// The result goes to the first waiter only
// Fails: joinsDuringDecode, lateCaller, oneLoad, tenPictures
public import Vocabulary

/// One place for a waiter in each entry: whoever comes next takes it over, and the one who had it
/// never hears again.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var waiting: [ImageKey: CheckedContinuation<Bitmap, any Error>] = [:]
  private var inFlight: Set<ImageKey> = []
  private var lost: [CheckedContinuation<Bitmap, any Error>] = []

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    try await withCheckedThrowingContinuation { continuation in
      if let before = waiting.updateValue(continuation, forKey: key) { lost.append(before) }
      guard inFlight.insert(key).inserted else { return }
      Task {
        let outcome: Result<Bitmap, any Error>
        do {
          outcome = .success(try await load(key))
        } catch {
          outcome = .failure(error)
        }
        inFlight.remove(key)
        waiting.removeValue(forKey: key)?.resume(with: outcome)
      }
    }
  }
}
