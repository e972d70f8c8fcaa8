// A pure decision, and a shell with a lock that carries it out
import Foundation
public import Vocabulary

/// What the system leaves on the device, and an eighth of that.
public struct MemoryBudgets: Sendable {
  /// For the memory tier, in bytes.
  public let memoryBytes: Int
  /// For decodes side by side, in bytes.
  public let decodeBytes: Int

  /// The budgets for a device.
  public init(for device: DeviceClass) {
    // The shares of the memory at which an app is ended, and at which it is warned before.
    let limit = device.isLowRAM ? device.ramBytes / 16 * 5 : device.ramBytes / 2
    let left = limit / 4 * 3 - (160 << 20)
    memoryBytes = max(left / 8, 16 << 20)
    decodeBytes = min(memoryBytes / 2, 64 << 20)
  }

  /// Whether one more decode may start.
  public func admits(_ byteCount: Int, beside running: RunningDecodes) -> Bool {
    running.count == 0 || running.byteCount + byteCount <= decodeBytes
  }
}

/// What is to be done about a signal: a table, to be tested without any phone.
private struct Decision {
  /// What of the tier's bytes stays, as a divisor; nil for nothing.
  let divisor: Int?
  /// Loads of which urgencies stop.
  let stops: [LoadPriority]

  static func about(_ signal: MemorySignal) -> Decision {
    switch signal {
    case .warning: Decision(divisor: nil, stops: [.prefetch])
    case .critical: Decision(divisor: nil, stops: [.prefetch])
    case .hidden: Decision(divisor: 2, stops: [.prefetch])
    case .deepBackground: Decision(divisor: nil, stops: [.prefetch])
    }
  }
}

/// Carries decisions out, and knows each place on the screen by itself.
public final class PressureRelief: PressureRelieving, @unchecked Sendable {
  private final class Place {
    weak var image: Bitmap?

    init(_ image: Bitmap) {
      self.image = image
    }
  }

  private let holdings: any PictureHolding
  private let lock = NSLock()
  // Sendable, since it is read and changed under the lock only.
  private var places: [ImageKey: [Place]] = [:]

  /// - Parameter holdings: What the app can let go of.
  public init(_ holdings: any PictureHolding) {
    self.holdings = holdings
  }

  /// Answers a signal.
  public func respond(to signal: MemorySignal) {
    let decision = Decision.about(signal)
    decision.stops.forEach(holdings.stopLoads)
    holdings.memory.trim(toBytes: decision.divisor.map { holdings.memory.byteCount / $0 } ?? 0)
  }

  /// The picture for a key.
  public func image(for key: ImageKey) -> Bitmap? {
    if let image = holdings.memory.image(for: key) { return image }
    return lock.withLock { places[key]?.lazy.compactMap(\.image).first }
  }

  /// Notes that a place shows a picture.
  public func show(_ image: Bitmap, for key: ImageKey) {
    lock.withLock { places[key, default: []].append(Place(image)) }
  }

  /// Notes that a place shows it no more.
  public func hide(_ key: ImageKey) {
    lock.withLock {
      guard places[key]?.popLast() != nil, places[key]?.isEmpty == true else { return }
      places[key] = nil
    }
  }
}

/// Keeps the runs, and computes the figures when they are asked for.
public struct MemoryReport: Sendable {
  private var runs: [FinishedRun] = []

  /// A report without a run.
  public init() {}

  /// The figures of each class that had a run.
  public var figures: [DeviceClass: MemoryFigures] {
    Dictionary(grouping: runs, by: \.device).mapValues { runs in
      MemoryFigures(
        highWaterMark: runs.map(\.highWaterMark).max() ?? 0, runs: runs.count,
        terminations: runs.count { $0.wasOnScreen && !$0.hasCrashReport && !$0.wasUpdated })
    }
  }

  /// Adds a run.
  public mutating func add(_ run: FinishedRun) {
    runs.append(run)
  }
}
