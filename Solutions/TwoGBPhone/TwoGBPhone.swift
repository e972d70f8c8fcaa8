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

  /// Whether one more decode, by what it takes at its peak, may start beside those that run.
  public func admits(_ byteCount: Int, beside running: RunningDecodes) -> Bool {
    Self.admits(byteCount, beside: running, limit: decodeBytes)
  }

  /// Whether one more decode may start beside those that run, within a limit in bytes.
  ///
  /// One that alone is above the limit runs alone: else it would wait for ever.
  public static func admits(
    _ byteCount: Int, beside running: RunningDecodes, limit: Int
  ) -> Bool {
    running.count == 0 || byteCount <= limit - running.byteCount
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
public final class PressureRelief: PressureRelieving {
  private struct Shown {
    weak var image: Bitmap?
    var places = 0
  }

  private let memory: any ImageCaching
  private let stopPrefetch: @Sendable () -> Void
  private let shown = Mutex<[ImageKey: Shown]>([:])

  /// - Parameter holdings: What the app can let go of.
  public convenience init(_ holdings: any PictureHolding) {
    self.init(memory: holdings.memory) { holdings.stopLoads(.prefetch) }
  }

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

  /// Notes that a place on screen shows a picture. To be followed by ``hide(_:)`` for that place.
  public func show(_ image: Bitmap, for key: ImageKey) {
    shown.withLock {
      $0[key, default: Shown()].places += 1
      $0[key]?.image = image
    }
  }

  /// Notes that a place on screen shows a picture that must not be found by the key. To be followed
  /// by ``hide(_:)`` for that place.
  public func showUnfound(_ key: ImageKey) {
    shown.withLock { $0[key, default: Shown()].places += 1 }
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

/// How much memory the app took and how often that ended it, by class of devices.
///
/// The system ends an app for its memory without a word: no code runs, and no crash reporter sees
/// it. What is left is what was noted before. A run that was on the screen, did not crash and was
/// not updated, and yet is over, was ended from outside.
public struct MemoryReport: Hashable, Sendable {
  /// The figures by class.
  public private(set) var figures: [DeviceClass: MemoryFigures] = [:]

  /// A report without a run.
  public init() {}

  /// Adds a run that has ended.
  public mutating func add(_ run: FinishedRun) {
    var line = figures[run.device, default: MemoryFigures()]
    line.highWaterMark = max(line.highWaterMark, run.highWaterMark)
    line.runs += 1
    if run.wasOnScreen, !run.hasCrashReport, !run.wasUpdated { line.terminations += 1 }
    figures[run.device] = line
  }
}
