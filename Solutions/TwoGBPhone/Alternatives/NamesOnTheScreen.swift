// The cells' pictures are held, and the tier knows nothing of them
import Synchronization
public import Vocabulary

/// So many screens full of pictures, as many as the memory allows.
public struct MemoryBudgets: Sendable {
  /// For the memory tier, in bytes.
  public let memoryBytes: Int
  /// For decodes side by side, in bytes.
  public let decodeBytes: Int

  /// The budgets for a device.
  public init(for device: DeviceClass) {
    let screen = Bitmap.bytesPerRow(forWidth: device.screen.width) * device.screen.height
    let share = device.isLowRAM ? device.ramBytes / 48 : device.ramBytes / 24
    memoryBytes = share / screen * screen
    decodeBytes = 4 * screen
  }

  /// Whether one more decode may start.
  public func admits(_ byteCount: Int, beside running: RunningDecodes) -> Bool {
    guard running.count > 0 else { return true }
    return byteCount <= decodeBytes && running.byteCount <= decodeBytes - byteCount
  }
}

/// Asks the screen first: what a cell shows needs no look into the tier, and no place in it either.
public final class PressureRelief: PressureRelieving {
  private struct State {
    var images: [ImageKey: Bitmap] = [:]
    var places: [ImageKey: Int] = [:]
  }

  private let holdings: any PictureHolding
  private let state = Mutex(State())

  /// - Parameter holdings: What the app can let go of.
  public init(_ holdings: any PictureHolding) {
    self.holdings = holdings
  }

  /// Answers a signal.
  public func respond(to signal: MemorySignal) {
    holdings.stopLoads(.prefetch)
    holdings.memory.trim(toBytes: signal == .hidden ? holdings.memory.byteCount / 5 * 2 : 0)
  }

  /// The picture for a key.
  public func image(for key: ImageKey) -> Bitmap? {
    state.withLock { $0.images[key] } ?? holdings.memory.image(for: key)
  }

  /// Notes that a place shows a picture.
  public func show(_ image: Bitmap, for key: ImageKey) {
    state.withLock { state in
      state.images[key] = image
      state.places[key, default: 0] += 1
    }
  }

  /// Notes that a place shows it no more.
  public func hide(_ key: ImageKey) {
    // The picture may end with this, outside the lock.
    let gone = state.withLock { state -> Bitmap? in
      guard let places = state.places[key] else { return nil }
      state.places[key] = places > 1 ? places - 1 : nil
      return places > 1 ? nil : state.images.removeValue(forKey: key)
    }
    withExtendedLifetime(gone) {}
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
