import Synchronization
public import Vocabulary

/// The step from bytes to a picture that is ready to draw, off the main actor.
///
/// That a download is asynchronous says nothing about the decode. A picture that is handed over
/// as bytes in a wrapper decodes at its first draw, on the main actor, in the middle of a scroll.
/// Here the decode has run before anybody gets the picture, and what is handed over is the very
/// object that the decoder made: to draw it costs nothing, now or from the memory tier later.
///
/// At most ``width`` decodes run side by side, in the order in which they were asked for. The
/// others are suspended: they hold no thread, so the pool goes on with other work. Usable from
/// any task and any actor.
public final class ReadyPictures: Sendable {
  /// How many decodes run side by side at the most.
  public let width: Int

  private let decoder: any ImageDecoding
  private let line: Mutex<Line>

  /// A step over a decoder.
  ///
  /// - Parameters:
  ///   - decoder: Decodes.
  ///   - width: How many decodes run side by side; less than one is one.
  public init(decoder: any ImageDecoding, width: Int = 2) {
    self.decoder = decoder
    self.width = max(1, width)
    line = Mutex(Line(free: max(1, width)))
  }

  /// The picture in the bytes, decoded.
  ///
  /// Isolated to no actor, so all of it runs off the main actor, wherever the caller is.
  ///
  /// - Parameters:
  ///   - image: The bytes.
  ///   - maxPixelSize: The upper bound for the longer side, in pixels.
  /// - Returns: The picture that the decoder made, itself and no copy.
  /// - Throws: What the decoder throws; `CancellationError` where the calling task is cancelled
  ///   before its turn, and then there is no decode.
  public nonisolated func picture(
    from image: EncodedImage, maxPixelSize: Int
  ) async throws -> Bitmap {
    try await waitForTurn()
    defer { passTurn() }
    return try await decoder.decode(image, maxPixelSize: maxPixelSize)
  }

  private func waitForTurn() async throws {
    let number = line.withLock { $0.takeNumber() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = line.withLock { line -> Result<Void, any Error>? in
          // The handler below takes the lock after the task was marked as cancelled, so either
          // the mark is seen here or the handler finds the waiter.
          if Task.isCancelled { return .failure(CancellationError()) }
          return line.join(number, continuation) ? nil : .success(())
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      line.withLock { $0.waiters.removeValue(forKey: number) }?
        .resume(throwing: CancellationError())
    }
  }

  private func passTurn() {
    line.withLock { $0.next() }?.resume()
  }
}

/// Who waits for a turn, by number, given in the order in which they came.
private struct Line {
  var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
  private var free: Int
  private var nextNumber = 0
  private var firstNumber = 0

  init(free: Int) {
    self.free = free
  }

  mutating func takeNumber() -> Int {
    defer { nextNumber += 1 }
    return nextNumber
  }

  /// - Returns: Whether the caller has to wait; otherwise its turn has come.
  mutating func join(_ number: Int, _ waiter: CheckedContinuation<Void, any Error>) -> Bool {
    guard free == 0 else {
      free -= 1
      return false
    }
    waiters[number] = waiter
    firstNumber = min(firstNumber, number)
    return true
  }

  /// Hands a turn on to who has waited for longest, or puts it back.
  mutating func next() -> CheckedContinuation<Void, any Error>? {
    while firstNumber < nextNumber {
      defer { firstNumber += 1 }
      if let waiter = waiters.removeValue(forKey: firstNumber) { return waiter }
    }
    free += 1
    return nil
  }
}

/// The pictures of a long document: those in the window are decoded, and no others.
///
/// To open a document of forty pictures decodes what is seen and a margin. What leaves the window
/// is dropped, and its load is cancelled. Lives on the main actor and does no more there than to
/// note what has come; the loads run elsewhere, and end with the window.
@MainActor
public final class PictureWindow {
  /// Brings a picture, decoded. Called with its number.
  public typealias Load = @Sendable (Int) async throws -> Bitmap

  /// The pictures that have come, by number; all of them are in the window.
  public private(set) var pictures: [Int: Bitmap] = [:]
  /// Why pictures in the window have not come. They are tried again when they come back into it.
  public private(set) var failures: [Int: any Error] = [:]

  private let count: Int
  private let margin: Int
  private let load: Load
  private let onArrival: @MainActor (Int) -> Void
  private var loads: [Int: (number: Int, task: Task<Void, Never>)] = [:]
  private var nextNumber = 0

  /// A window on which nothing is seen yet.
  ///
  /// - Parameters:
  ///   - count: How many pictures the document has.
  ///   - margin: How many beyond each end of what is seen are decoded too.
  ///   - load: Brings a picture.
  ///   - onArrival: Called on the main actor for each number whose picture or failure has come.
  public init(
    count: Int, margin: Int = 1, load: @escaping Load,
    onArrival: @escaping @MainActor (Int) -> Void = { _ in }
  ) {
    self.count = max(0, count)
    self.margin = max(0, margin)
    self.load = load
    self.onArrival = onArrival
  }

  deinit {
    for load in loads.values { load.task.cancel() }
  }

  /// Moves the window to what is seen, in numbers from zero; an empty range closes it.
  ///
  /// What is seen is asked for before the margin.
  public func show(_ seen: Range<Int>) {
    let seen = seen.clamped(to: 0..<count)
    let window =
      seen.isEmpty
      ? seen
      : max(0, seen.lowerBound - margin)..<(seen.upperBound + min(margin, count - seen.upperBound))
    for picture in loads.keys.sorted() where !window.contains(picture) {
      loads.removeValue(forKey: picture)?.task.cancel()
    }
    pictures = pictures.filter { window.contains($0.key) }
    failures = failures.filter { window.contains($0.key) }
    for picture in seen { start(picture) }
    for picture in window where !seen.contains(picture) { start(picture) }
  }

  private func start(_ picture: Int) {
    guard pictures[picture] == nil, failures[picture] == nil, loads[picture] == nil else { return }
    let number = nextNumber
    nextNumber += 1
    let task = Task { [weak self, load] in
      let result: Result<Bitmap, any Error>
      do {
        result = .success(try await load(picture))
      } catch {
        result = .failure(error)
      }
      self?.arrived(picture, number, result)
    }
    loads[picture] = (number, task)
  }

  /// A load that was cancelled, or overtaken by a later one for the same picture, changes nothing.
  private func arrived(_ picture: Int, _ number: Int, _ result: Result<Bitmap, any Error>) {
    guard loads[picture]?.number == number else { return }
    loads[picture] = nil
    switch result {
    case .success(let bitmap): pictures[picture] = bitmap
    case .failure(let error): failures[picture] = error
    }
    onArrival(picture)
  }
}
