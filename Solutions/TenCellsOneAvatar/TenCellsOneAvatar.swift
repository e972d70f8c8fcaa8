public import Vocabulary

/// Ten cells, one load: whoever asks for a key that is being loaded joins that load.
///
/// The actor keeps a task for each key in flight. It looks the key up and stores the new task
/// without a suspension between the two, so no second caller can pass the same look-up; the load
/// itself runs outside the actor, so other keys go on meanwhile. The load takes its own entry
/// away when it ends, however it ends: nothing is remembered, neither pictures (that is a
/// cache's work) nor failures.
///
/// Nobody can leave: a load that has begun goes on to its end, also when no caller is left.
/// May be used from any task. A call costs constant time, whatever is in flight.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  /// The URL *and* the size are the key: a viewer at 1170 px must not join a row's 360 px.
  private var inFlight: [ImageKey: Task<Bitmap, any Error>] = [:]

  /// A loader with nothing in flight.
  ///
  /// - Parameter load: Downloads and decodes one picture. It is called outside the actor, once
  ///   at a time for each key.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key, by a load of its own or by the one that is in flight.
  ///
  /// - Throws: The error of the load, to all who wait for it. `CancellationError` where the
  ///   calling task is cancelled: at once before the load, else when the load has ended, which
  ///   the cancellation does not stop.
  public func image(for key: ImageKey) async throws -> Bitmap {
    try Task.checkCancellation()
    // From here to the end of `task(for:)` nothing suspends: look-up and entry are one step.
    let image = try await task(for: key).value
    // The await above does not end with the caller's cancellation, so it is asked for here.
    try Task.checkCancellation()
    return image
  }

  private func task(for key: ImageKey) -> Task<Bitmap, any Error> {
    if let running = inFlight[key] { return running }
    let task = Task {
      // On the actor, with no suspension between it and the end of the task: whoever comes
      // before finds the load and gets its outcome, whoever comes after starts a fresh one.
      // `defer`, because a failure has to go as well.
      defer { inFlight[key] = nil }
      return try await load(key)
    }
    // The task cannot have run yet: it starts on this actor, which is busy here.
    inFlight[key] = task
    return task
  }
}
