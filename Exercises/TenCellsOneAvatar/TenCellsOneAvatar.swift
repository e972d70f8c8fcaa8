public import Vocabulary

/// One load for all callers that want the same picture at the same time.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap

  /// A loader with nothing in flight.
  ///
  /// - Parameter load: Downloads and decodes one picture. Each call costs a download.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key, by a load of its own or by the one that is in flight.
  public func image(for key: ImageKey) async throws -> Bitmap {
    // TODO: Ten callers for one key cause one load, and all ten get its outcome.
    throw NotWritten("image(for:)")
  }
}
