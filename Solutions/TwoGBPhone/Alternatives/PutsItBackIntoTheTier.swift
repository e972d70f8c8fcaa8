// The tier is trimmed, and what is on the screen put back
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

/// Holds what cells show for as long as they show it, and puts it back into the tier after a signal.
///
/// No second place to look into: whoever asks the tier finds it. It costs no memory, since the cells
/// hold the pictures anyway; it does cost a word of the cells, each time that one lets go.
public final class PressureRelief: PressureRelieving {
  private struct Shown {
    let image: Bitmap
    var places: Int
  }

  private let holdings: any PictureHolding
  private let shown = Mutex<[ImageKey: Shown]>([:])

  /// - Parameter holdings: What the app can let go of.
  public init(_ holdings: any PictureHolding) {
    self.holdings = holdings
  }

  /// Answers a signal.
  public func respond(to signal: MemorySignal) {
    holdings.stopLoads(.prefetch)
    let memory = holdings.memory
    switch signal {
    case .warning: leaveTheScreen(in: memory)
    case .critical: leaveTheScreen(in: memory)
    case .hidden: memory.trim(toBytes: memory.byteCount / 2)
    case .deepBackground: memory.trim(toBytes: 0)
    }
  }

  private func leaveTheScreen(in memory: any ImageCaching) {
    memory.trim(toBytes: 0)
    shown.withLock { shown in
      for (key, place) in shown { memory.insert(place.image, for: key) }
    }
  }

  /// The picture for a key.
  public func image(for key: ImageKey) -> Bitmap? {
    holdings.memory.image(for: key)
  }

  /// Notes that a place shows a picture.
  public func show(_ image: Bitmap, for key: ImageKey) {
    shown.withLock { shown in
      shown[key] = Shown(image: image, places: (shown[key]?.places ?? 0) + 1)
    }
  }

  /// Notes that a place shows it no more.
  public func hide(_ key: ImageKey) {
    shown.withLock { shown in
      shown[key]?.places -= 1
      if shown[key]?.places == 0 { shown[key] = nil }
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
