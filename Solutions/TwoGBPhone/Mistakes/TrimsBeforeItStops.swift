// Empties the tier before it stops what fills it
// Fails: nothingSlipsIn
import Synchronization
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

/// Trims the tier first, so that a prefetch which ends after that fills it again.
public final class PressureRelief: PressureRelieving {
  private struct Shown {
    weak var image: Bitmap?
    var places = 0
  }

  private let holdings: any PictureHolding
  private let shown = Mutex<[ImageKey: Shown]>([:])

  /// - Parameter holdings: What the app can let go of.
  public init(_ holdings: any PictureHolding) {
    self.holdings = holdings
  }

  /// Answers a signal.
  public func respond(to signal: MemorySignal) {
    switch signal {
    case .warning, .critical, .deepBackground: holdings.memory.trim(toBytes: 0)
    case .hidden: holdings.memory.trim(toBytes: holdings.memory.byteCount / 2)
    }
    holdings.stopLoads(.prefetch)
  }

  /// The picture for a key, from the tier or from the screen.
  public func image(for key: ImageKey) -> Bitmap? {
    holdings.memory.image(for: key) ?? shown.withLock { $0[key]?.image }
  }

  /// Notes that a place shows a picture.
  public func show(_ image: Bitmap, for key: ImageKey) {
    shown.withLock { shown in
      let places = shown[key]?.places ?? 0
      shown[key] = Shown(image: image, places: places + 1)
    }
  }

  /// Notes that a place shows it no more.
  public func hide(_ key: ImageKey) {
    shown.withLock { shown in
      guard let places = shown[key]?.places else { return }
      if places > 1 { shown[key]?.places = places - 1 } else { shown[key] = nil }
    }
  }
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
