// A number of callers, and a generation
public import Vocabulary

/// A number is enough where each caller leaves once, and where it cannot be taken off another
/// load of the same key: so there is one place only from which callers leave, and each says to
/// which generation of the key it belongs. Callers whose load ends do not leave; the entry goes
/// as a whole.
public actor ImageLoader: ImageLoading, LoadCounting {
  private struct Entry {
    let generation: Int
    let task: Task<Bitmap, any Error>
    var callers = 1
  }

  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var entries: [ImageKey: Entry] = [:]

  /// How the loads have ended so far. The number of those that started is the generation.
  public private(set) var counts: LoadCounts = LoadCounts()

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    if Task.isCancelled { throw CancellationError() }
    let (generation, task) = join(key)
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      // Called once at the most. It takes its turn on the actor after the joining above.
      Task { await self.leave(key, generation) }
    }
  }

  private func join(_ key: ImageKey) -> (generation: Int, task: Task<Bitmap, any Error>) {
    if let entry = entries[key] {
      entries[key]?.callers += 1
      return (entry.generation, entry.task)
    }
    counts.started += 1
    let generation = counts.started
    let task = Task {
      do {
        let image = try await load(key)
        if remove(key, generation) { counts.succeeded += 1 }
        return image
      } catch {
        if remove(key, generation) { counts.failed += 1 }
        throw error
      }
    }
    entries[key] = Entry(generation: generation, task: task)
    return (generation, task)
  }

  private func leave(_ key: ImageKey, _ generation: Int) {
    guard let entry = entries[key], entry.generation == generation else { return }
    guard entry.callers == 1 else {
      entries[key]?.callers -= 1
      return
    }
    entries[key] = nil
    counts.cancelled += 1
    entry.task.cancel()
  }

  /// Returns whether the load was still the one of its key.
  private func remove(_ key: ImageKey, _ generation: Int) -> Bool {
    guard entries[key]?.generation == generation else { return false }
    entries[key] = nil
    return true
  }
}
