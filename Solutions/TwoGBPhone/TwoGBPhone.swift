import Synchronization
public import Vocabulary

/// What the app may take on a class of devices, in bytes.
///
/// One constant for all devices is either a crash on the small phone or a low hit rate on the
/// large one. So each bound is a share of the device's memory, and a smaller share where the
/// system itself has little to give. The shares are a starting point to be measured, by the
/// ``MemoryReport`` of the cheapest device, and no number of pictures: pictures differ by a
/// factor of a hundred.
public struct MemoryBudgets: Hashable, Sendable {
  /// For all decoded pictures that are kept.
  public let memoryBytes: Int
  /// For all pictures that are being decoded at one time, whatever their number.
  public let decodeBytes: Int
  /// For one encoded body on its way in.
  public let bodyBytes: Int

  /// The budgets for a class of devices, by its figures and not by its name.
  public init(for device: DeviceClass) {
    let ram = max(0, device.ramBytes)
    memoryBytes = device.isLowRAM ? ram / 64 : ram / 32
    decodeBytes = memoryBytes / 4
    bodyBytes = min(32 << 20, memoryBytes / 4)
  }
}

/// What a memory signal is answered with: what is cheap to make again goes first.
///
/// A prefetch is a bet, and is called off. Decoded pictures can be made again from their files,
/// and go. Files stay, and so do the loads of rows that the user looks at: to throw these away
/// would cost the user and give back next to nothing.
public struct PressureAnswer: Hashable, Sendable {
  /// How much of the decoded pictures stays.
  public enum Share: Hashable, Sendable {
    /// Nothing stays.
    case nothing
    /// Half of the bytes that are held stay, those used last.
    case half
  }

  /// How much of the decoded pictures stays.
  public let kept: Share
  /// Whether loads that nobody waits for yet are called off.
  public let stopsPrefetch: Bool

  /// The answer to a signal, for each by its name: the signals have no order.
  public init(to signal: MemorySignal) {
    switch signal {
    case .warning, .critical, .deepBackground:
      (kept, stopsPrefetch) = (.nothing, true)
    case .hidden:
      (kept, stopsPrefetch) = (.half, true)  // The user may be back in a moment.
    }
  }
}

/// Gives memory back when the system asks, and still knows the pictures that are on screen.
///
/// A picture that a cell shows lives on with the cell, whatever the memory tier lets go of. So it
/// is remembered here without being held, and is found again by its key: nothing on screen is
/// loaded again after a warning. Usable from any thread.
public final class PressureRelief: Sendable {
  private struct Shown {
    weak var image: Bitmap?
    var places = 0
  }

  private let memory: any ImageCaching
  private let stopPrefetch: @Sendable () -> Void
  private let shown = Mutex<[ImageKey: Shown]>([:])

  /// - Parameters:
  ///   - memory: The tier that gives back.
  ///   - stopPrefetch: Calls off the loads that nobody waits for. Called on the thread of the
  ///     signal; it should not allocate.
  public init(memory: any ImageCaching, stopPrefetch: @escaping @Sendable () -> Void = {}) {
    self.memory = memory
    self.stopPrefetch = stopPrefetch
  }

  /// Answers a signal, all of it before this returns: the system does not wait for the next
  /// insert. Touches no file, and allocates nothing itself.
  public func respond(to signal: MemorySignal) {
    let answer = PressureAnswer(to: signal)
    if answer.stopsPrefetch { stopPrefetch() }
    memory.trim(toBytes: answer.kept == .half ? memory.byteCount / 2 : 0)
  }

  /// The picture for a key: from the memory tier, or one that is on screen, which then is in the
  /// tier again; nil otherwise.
  public func image(for key: ImageKey) -> Bitmap? {
    if let image = memory.image(for: key) { return image }
    return shown.withLock { shown in
      guard let image = shown[key]?.image else { return nil }
      // In one step: else one that is replaced meanwhile might come back.
      memory.insert(image, for: key)
      return image
    }
  }

  /// Notes that a place on screen shows a picture; nil for one that must not be found by the key.
  /// To be followed by ``hide(_:)`` for that place.
  public func show(_ image: Bitmap?, for key: ImageKey) {
    shown.withLock {
      $0[key, default: Shown()].places += 1
      if let image { $0[key]?.image = image }
    }
  }

  /// Puts another picture in the place of the one that is on screen for a key; none where that one
  /// is right no more, and must not be found again. Returns whether a place has to draw another.
  @discardableResult
  public func replace(_ key: ImageKey, with image: Bitmap?) -> Bool {
    shown.withLock { shown in
      guard let former = shown[key], former.image !== image else { return false }
      shown[key]?.image = image
      return true
    }
  }

  /// Notes that a place on screen shows the picture no more.
  public func hide(_ key: ImageKey) {
    shown.withLock { shown in
      guard let places = shown[key]?.places else { return }
      if places > 1 { shown[key]?.places = places - 1 } else { shown[key] = nil }
    }
  }
}

/// Lets decodes start as long as their bytes together stay within a limit, whatever their number.
///
/// Those that have to wait go in the order in which they came, and none overtakes: a large one
/// would otherwise wait for ever behind small ones. One that alone is above the limit runs alone.
/// Waiting blocks no thread. Usable from any task.
public final class DecodeGate: Sendable {
  private struct Waiter {
    let bytes: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var running = 0
    var bytes = 0
    var highWaterMark = 0
    /// By number, given in the order in which they came. A number may be missing: its waiter left.
    var waiters: [Int: Waiter] = [:]
    var nextNumber = 0
    var firstNumber = 0

    mutating func admit(_ bytes: Int, limit: Int) -> Bool {
      guard running == 0 || bytes <= limit - self.bytes else { return false }
      running += 1
      self.bytes += bytes
      highWaterMark = max(highWaterMark, self.bytes)
      return true
    }

    /// Takes out all that may start now.
    mutating func admitWaiters(limit: Int) -> [Waiter] {
      var admitted: [Waiter] = []
      while firstNumber < nextNumber {
        if let waiter = waiters[firstNumber] {
          guard admit(waiter.bytes, limit: limit) else { break }
          waiters[firstNumber] = nil
          admitted.append(waiter)
        }
        firstNumber += 1
      }
      return admitted
    }
  }

  /// The most that decodes may take side by side, in bytes.
  public let limit: Int
  private let state = Mutex(State())

  /// A gate with a limit in bytes.
  public init(limit: Int) {
    self.limit = max(0, limit)
  }

  /// What the running decodes take together, in bytes.
  public var byteCount: Int { state.withLock { $0.bytes } }

  /// The most that running decodes have taken together so far, in bytes.
  public var highWaterMark: Int { state.withLock { $0.highWaterMark } }

  /// Runs a decode as soon as there is room for it.
  ///
  /// - Parameters:
  ///   - bytes: What it takes at its peak, in bytes; less than zero is zero.
  ///   - decode: The decode.
  /// - Returns: What the decode returns.
  /// - Throws: What the decode throws; `CancellationError` where the calling task is cancelled
  ///   while it waits, and then the decode never starts.
  public func run<Value: Sendable>(
    _ bytes: Int, _ decode: @Sendable () async throws -> Value
  ) async throws -> Value {
    let bytes = max(0, bytes)
    try await enter(bytes)
    defer { leave(bytes) }
    return try await decode()
  }

  private func enter(_ bytes: Int) async throws {
    let number = state.withLock { state in
      defer { state.nextNumber += 1 }
      return state.nextNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state -> Result<Void, any Error>? in
          // The handler below takes the lock after the task was marked as cancelled, so either
          // the mark is seen here or the handler finds the waiter.
          if Task.isCancelled { return .failure(CancellationError()) }
          // Who came before goes before, even where there is room for this one.
          if state.waiters.isEmpty, state.admit(bytes, limit: limit) { return .success(()) }
          state.waiters[number] = Waiter(bytes: bytes, continuation: continuation)
          state.firstNumber = min(state.firstNumber, number)
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let (left, admitted) = state.withLock { state -> (Waiter?, [Waiter]) in
        guard let left = state.waiters.removeValue(forKey: number) else { return (nil, []) }
        // Where it was the first, there may be room for those behind it.
        return (left, state.admitWaiters(limit: limit))
      }
      left?.continuation.resume(throwing: CancellationError())
      for waiter in admitted { waiter.continuation.resume() }
    }
  }

  private func leave(_ bytes: Int) {
    let admitted = state.withLock { state in
      state.running -= 1
      state.bytes -= bytes
      return state.admitWaiters(limit: limit)
    }
    for waiter in admitted { waiter.continuation.resume() }
  }
}

/// How much memory the app took and how often that ended it, by class of devices.
///
/// The system ends an app for its memory without a word: no code runs, and no crash reporter sees
/// it. What is left is the state that was written before. An app that was running, was not
/// updated and did not crash, and is started anew, was ended from outside.
public struct MemoryReport: Hashable, Sendable {
  /// What is known of a class of devices.
  public struct Line: Hashable, Sendable {
    /// The most that a run has taken, in bytes.
    public fileprivate(set) var highWaterMark: Int = 0
    /// How many runs there were.
    public fileprivate(set) var runs: Int = 0
    /// How many of them the system ended while the app was on screen, by all that is known.
    public fileprivate(set) var terminations: Int = 0
  }

  /// How a run ended, as the next start of the app can tell.
  public enum End: String, Hashable, CaseIterable, Sendable {
    /// The app said goodbye, or was off the screen.
    case quiet
    /// The crash reporter has a report.
    case crash
    /// The app or the system was updated meanwhile.
    case update
    /// None of these: ended from outside while on screen, for its memory in all likelihood.
    case memory

    /// The end of the run before this one.
    ///
    /// - Parameters:
    ///   - wasOnScreen: What was noted on the last change of the app's state.
    ///   - hasCrashReport: Whether the crash reporter has a report of that run.
    ///   - wasUpdated: Whether the version of the app or of the system is another one now.
    public init(wasOnScreen: Bool, hasCrashReport: Bool, wasUpdated: Bool) {
      self = wasOnScreen ? .memory : .quiet
      if wasUpdated { self = .update }
      if hasCrashReport { self = .crash }
    }
  }

  /// The lines by class.
  public private(set) var lines: [DeviceClass: Line] = [:]

  /// A report without a run.
  public init() {}

  /// Adds a run that has ended.
  public mutating func add(_ device: DeviceClass, highWaterMark: Int, end: End) {
    var line = lines[device, default: Line()]
    line.highWaterMark = max(line.highWaterMark, highWaterMark)
    line.runs += 1
    if end == .memory { line.terminations += 1 }
    lines[device] = line
  }
}
