public import Vocabulary

/// One load for all callers that want the same picture, for as long as one of them wants it.
public actor ImageLoader: ImageLoading, LoadCounting {
  private let load: @Sendable (ImageKey) async throws -> Bitmap

  /// How the loads have ended so far.
  public private(set) var counts: LoadCounts = LoadCounts()

  /// A loader with nothing in flight.
  ///
  /// - Parameter load: Downloads and decodes one picture. It stops when the task is cancelled in
  ///   which it runs.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key, by a load of its own or by the one that is in flight.
  ///
  /// A cell that is reused cancels the task in which it called this.
  public func image(for key: ImageKey) async throws -> Bitmap {
    // TODO: Callers share a load, and the load stops when the last of them has left.
    throw NotWritten("image(for:)")
  }
}
