// Forgets what is on the screen
// Fails: onScreenFound
public import Vocabulary

/// Budgets by the memory of the device.
public struct MemoryBudgets: Sendable {
  /// For the memory tier, in bytes.
  public let memoryBytes: Int
  /// For decodes side by side, in bytes.
  public let decodeBytes: Int

  /// The budgets for a device.
  public init(for device: DeviceClass) {
    memoryBytes = device.isLowRAM ? device.ramBytes / 64 : device.ramBytes / 32
    decodeBytes = memoryBytes / 4
  }

  /// Whether one more decode may start.
  public func admits(_ byteCount: Int, beside running: RunningDecodes) -> Bool {
    running.count == 0 || running.byteCount + byteCount <= decodeBytes
  }
}

/// The tier is empty after a warning, and each row that is drawn again decodes a second picture
/// beside the one that its cell holds.
public final class PressureRelief: PressureRelieving {
  private let holdings: any PictureHolding

  /// - Parameter holdings: What the app can let go of.
  public init(_ holdings: any PictureHolding) {
    self.holdings = holdings
  }

  /// Answers a signal.
  public func respond(to signal: MemorySignal) {
    holdings.stopLoads(.prefetch)
    holdings.memory.trim(toBytes: signal == .hidden ? holdings.memory.byteCount / 2 : 0)
  }

  /// The picture for a key, from the tier.
  public func image(for key: ImageKey) -> Bitmap? {
    holdings.memory.image(for: key)
  }

  /// Notes nothing.
  public func show(_ image: Bitmap, for key: ImageKey) {}

  /// Notes nothing.
  public func hide(_ key: ImageKey) {}
}

/// What is known of memory, by class of devices.
public struct MemoryReport: Sendable {
  /// The figures of each class.
  public private(set) var figures: [DeviceClass: MemoryFigures] = [:]

  /// A report without a run.
  public init() {}

  /// Adds a run.
  public mutating func add(_ run: FinishedRun) {
    var line = figures[run.device, default: MemoryFigures()]
    line.runs += 1
    line.highWaterMark = max(line.highWaterMark, run.highWaterMark)
    if run.wasOnScreen, !run.hasCrashReport, !run.wasUpdated { line.terminations += 1 }
    figures[run.device] = line
  }
}
