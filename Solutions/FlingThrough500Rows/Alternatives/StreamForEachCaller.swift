// A stream for each caller, which ends by itself when the caller is cancelled
public import Vocabulary

/// Each caller reads from a stream of its own that brings one picture. The stream knows when its
/// reader has been cancelled and says so, whoever reads; what remains is to count the streams.
public actor ImageLoader: ImageLoading, LoadCounting {
  private typealias Stream = AsyncThrowingStream<Bitmap, any Error>

  private struct Shared {
    let number: Int
    let task: Task<Void, Never>
    var readers: [Int: Stream.Continuation] = [:]
  }

  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [ImageKey: Shared] = [:]
  private var readers = 0

  /// How the loads have ended so far.
  public private(set) var counts: LoadCounts = LoadCounts()

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    try Task.checkCancellation()
    for try await image in stream(for: key) { return image }
    throw CancellationError()
  }

  private func stream(for key: ImageKey) -> Stream {
    if inFlight[key] == nil { start(key) }
    readers += 1
    let reader = readers
    let (stream, continuation) = Stream.makeStream()
    continuation.onTermination = { end in
      if case .cancelled = end { Task { await self.leave(key, reader) } }
    }
    inFlight[key]?.readers[reader] = continuation
    return stream
  }

  private func start(_ key: ImageKey) {
    counts.started += 1
    let number = counts.started
    let task = Task {
      let outcome: Result<Bitmap, any Error>
      do {
        outcome = .success(try await load(key))
      } catch {
        outcome = .failure(error)
      }
      end(key, number, outcome)
    }
    inFlight[key] = Shared(number: number, task: task)
  }

  private func end(_ key: ImageKey, _ number: Int, _ outcome: Result<Bitmap, any Error>) {
    guard let shared = inFlight[key], shared.number == number else { return }
    inFlight[key] = nil
    if case .success = outcome { counts.succeeded += 1 } else { counts.failed += 1 }
    for (_, reader) in shared.readers.sorted(by: { $0.key < $1.key }) {
      switch outcome {
      case .success(let image):
        reader.yield(image)
        reader.finish()
      case .failure(let error):
        reader.finish(throwing: error)
      }
    }
  }

  private func leave(_ key: ImageKey, _ reader: Int) {
    guard inFlight[key]?.readers.removeValue(forKey: reader) != nil else { return }
    guard let shared = inFlight[key], shared.readers.isEmpty else { return }
    inFlight[key] = nil
    counts.cancelled += 1
    shared.task.cancel()
  }
}
