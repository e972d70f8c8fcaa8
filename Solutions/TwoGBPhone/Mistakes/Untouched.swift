public import Vocabulary

/// What the app may take for its pictures on a device.
public struct MemoryBudgets: Sendable {
  /// For all decoded pictures that the memory tier keeps, in bytes.
  public let memoryBytes: Int
  /// For all decodes that run side by side, in bytes.
  public let decodeBytes: Int

  /// The budgets for a device.
  public init(for device: DeviceClass) {
    // TODO: How much does the 2 GB phone get, and how much the one with 12 GB?
    memoryBytes = 0
    decodeBytes = 0
  }

  /// Whether one more decode, by what it takes at its peak, may start beside those that run.
  ///
  /// Where it may not, the question is asked again whenever another one ends.
  public func admits(_ byteCount: Int, beside running: RunningDecodes) -> Bool {
    // TODO: A page of the viewer and an avatar are not the same.
    false
  }
}

/// Gives memory back when the system asks, and finds the pictures that are left.
public final class PressureRelief: PressureRelieving {
  private let holdings: any PictureHolding

  /// - Parameter holdings: What the app has for its pictures, and can let go of.
  public init(_ holdings: any PictureHolding) {
    self.holdings = holdings
  }

  /// Answers a signal of the system, all of it before this returns.
  public func respond(to signal: MemorySignal) {
    // TODO: What goes first, how much of it, and what does not go at all?
  }

  /// The picture for exactly this key, if it is in memory, for whatever reason. Loads nothing.
  public func image(for key: ImageKey) -> Bitmap? {
    holdings.memory.image(for: key)
  }

  /// Notes that a place on screen shows a picture from now on; the place holds it. Several places
  /// may show one picture. All that show a key at one time show the same one.
  public func show(_ image: Bitmap, for key: ImageKey) {}

  /// Notes that a place on screen shows the picture for a key no more.
  public func hide(_ key: ImageKey) {}
}

/// How much memory the app takes, and how often that ends it, by class of devices.
public struct MemoryReport: Sendable {
  /// The figures of each class that had a run.
  public private(set) var figures: [DeviceClass: MemoryFigures] = [:]

  /// A report without a run.
  public init() {}

  /// Adds a run that is over.
  public mutating func add(_ run: FinishedRun) {
    // TODO: The system ends an app for memory without a word. Who would tell you?
  }
}
