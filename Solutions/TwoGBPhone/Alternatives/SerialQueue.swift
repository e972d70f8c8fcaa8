// A class whose state belongs to a serial queue
import Dispatch
public import Vocabulary

/// A table of classes, as a remote configuration would have it, and what lies between them.
public struct MemoryBudgets: Sendable {
  /// For the memory tier, in bytes.
  public let memoryBytes: Int
  /// For decodes side by side, in bytes.
  public let decodeBytes: Int

  /// The budgets for a device.
  public init(for device: DeviceClass) {
    let gigabyte = 1 << 30
    switch device.ramBytes {
    case ...(2 * gigabyte): memoryBytes = device.ramBytes / 50
    case ...(4 * gigabyte): memoryBytes = device.ramBytes / 25
    default: memoryBytes = min(device.ramBytes / 25, 1 * gigabyte)
    }
    decodeBytes = memoryBytes / 3
  }

  /// Whether one more decode may start.
  public func admits(_ byteCount: Int, beside running: RunningDecodes) -> Bool {
    running.count == 0 || running.byteCount + byteCount <= decodeBytes
  }
}

/// The code base of 2017: one queue for the state, and calls that wait for it.
///
/// To wait on a queue is right here, since what it does is short and calls nothing that waits.
public final class PressureRelief: PressureRelieving, @unchecked Sendable {
  private final class Shown {
    weak var image: Bitmap?
    var places = 0
  }

  private let holdings: any PictureHolding
  private let queue = DispatchQueue(label: "pressure")
  // Sendable, since it is read and changed on the queue only.
  private var shown: [ImageKey: Shown] = [:]

  /// - Parameter holdings: What the app can let go of.
  public init(_ holdings: any PictureHolding) {
    self.holdings = holdings
  }

  /// Answers a signal.
  public func respond(to signal: MemorySignal) {
    holdings.stopLoads(.prefetch)
    let isShort = signal != .hidden
    holdings.memory.trim(toBytes: isShort ? 0 : holdings.memory.byteCount / 3)
  }

  /// The picture for a key, which is in the tier again afterwards.
  public func image(for key: ImageKey) -> Bitmap? {
    if let image = holdings.memory.image(for: key) { return image }
    guard let image = queue.sync(execute: { shown[key]?.image }) else { return nil }
    holdings.memory.insert(image, for: key)
    return image
  }

  /// Notes that a place shows a picture.
  public func show(_ image: Bitmap, for key: ImageKey) {
    queue.sync {
      let place = shown[key] ?? Shown()
      place.image = image
      place.places += 1
      shown[key] = place
    }
  }

  /// Notes that a place shows it no more.
  public func hide(_ key: ImageKey) {
    queue.sync {
      guard let place = shown[key] else { return }
      place.places -= 1
      if place.places == 0 { shown[key] = nil }
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
