// A state machine that decides, and an actor that does what it says
public import Vocabulary

/// What happens to a load is decided by a value that knows neither tasks nor continuations, so that
/// each order of events can be tried in a test without any concurrency. The actor tells it what has
/// happened and carries out what it answers.
public actor ImageLoader: ImageLoading, LoadCounting {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var machine = Machine()
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var waiting: [Int: CheckedContinuation<Bitmap, any Error>] = [:]
  private var lastCaller = 0

  /// How the loads have ended so far.
  public var counts: LoadCounts { machine.counts }

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    try Task.checkCancellation()
    lastCaller += 1
    let caller = lastCaller
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiting[caller] = continuation
        perform(machine.asked(key, by: caller))
      }
    } onCancel: {
      Task { await self.left(key, caller) }
    }
  }

  private func left(_ key: ImageKey, _ caller: Int) {
    perform(machine.left(key, caller))
  }

  private func perform(_ effects: [Machine.Effect]) {
    for effect in effects {
      switch effect {
      case .start(let number, let key):
        tasks[number] = Task {
          let outcome: Result<Bitmap, any Error>
          do { outcome = .success(try await load(key)) } catch { outcome = .failure(error) }
          tasks[number] = nil
          perform(machine.ended(key, number, outcome))
        }
      case .stop(let number):
        tasks[number]?.cancel()
      case .answer(let caller, let outcome):
        waiting.removeValue(forKey: caller)?.resume(with: outcome)
      }
    }
  }
}

/// Which loads are in flight, and for whom.
private struct Machine {
  enum Effect {
    case start(Int, ImageKey)
    case stop(Int)
    case answer(Int, Result<Bitmap, any Error>)
  }

  private var inFlight: [ImageKey: (number: Int, callers: Set<Int>)] = [:]
  private(set) var counts = LoadCounts()

  mutating func asked(_ key: ImageKey, by caller: Int) -> [Effect] {
    if inFlight[key]?.callers.insert(caller) != nil { return [] }
    counts.started += 1
    inFlight[key] = (counts.started, [caller])
    return [.start(counts.started, key)]
  }

  mutating func left(_ key: ImageKey, _ caller: Int) -> [Effect] {
    guard inFlight[key]?.callers.remove(caller) != nil else { return [] }
    let answer = Effect.answer(caller, .failure(CancellationError()))
    guard let load = inFlight[key], load.callers.isEmpty else { return [answer] }
    inFlight[key] = nil
    counts.cancelled += 1
    return [.stop(load.number), answer]
  }

  mutating func ended(
    _ key: ImageKey, _ number: Int, _ outcome: Result<Bitmap, any Error>
  ) -> [Effect] {
    guard let load = inFlight[key], load.number == number else { return [] }
    inFlight[key] = nil
    if case .success = outcome { counts.succeeded += 1 } else { counts.failed += 1 }
    return load.callers.sorted().map { .answer($0, outcome) }
  }
}
