public import Vocabulary

/// How much memory the app may take on a device, in bytes.
///
/// No maker publishes these. Measured on iPhones, the system ends an app in the foreground at
/// about half of the memory of devices with 3 GB and more (a table at Stack Overflow, question
/// 5887248: 2,040 of 3,754 MB on one with 4 GB, 3,054 of 5,703 MB on one with 6 GB), and at two
/// thirds on those with 2 GB, where nothing else ran at the time. The model takes half, and
/// less on the small ones, because keyboards, calls and web pages run beside a real app and the
/// system is short before the app is at its own limit.
public struct MemoryLimits: Hashable, Sendable {
  /// What the app takes besides pictures: code, views, screen buffers, its data.
  public var baseline: Int
  /// The footprint beyond which the system ends the app.
  public var limit: Int
  /// The footprint from which ``MemorySignal/warning`` is sent.
  public var warning: Int
  /// The footprint from which ``MemorySignal/critical`` is sent.
  public var critical: Int
  /// The footprint beyond which the app is ended in deep background, once the system looks for
  /// memory.
  public var deepBackground: Int

  /// Limits with the shares at which signals are sent.
  ///
  /// - Parameters:
  ///   - limit: The footprint beyond which the app is ended, in bytes.
  ///   - baseline: What the app takes besides pictures, in bytes.
  ///   - warningShare: The share of the limit at which the first signal is sent.
  ///   - criticalShare: The share of the limit at which the second one is.
  ///   - deepBackgroundSlack: What may come on top of the baseline in deep background, in bytes.
  public init(
    limit: Int, baseline: Int, warningShare: Double = 0.75, criticalShare: Double = 0.875,
    deepBackgroundSlack: Int = 16 << 20
  ) {
    func share(_ share: Double) -> Int {
      Int(exactly: (Double(limit) * share).rounded()) ?? limit
    }
    self.limit = limit
    self.baseline = max(baseline, 0)
    warning = share(warningShare)
    critical = share(criticalShare)
    let (sum, overflow) = self.baseline.addingReportingOverflow(max(deepBackgroundSlack, 0))
    deepBackground = overflow ? .max : sum
  }

  /// The limits of a device, by its memory.
  ///
  /// | | 2 GB | 4 GB | 12 GB |
  /// |---|---|---|---|
  /// | limit | 640 MiB, 5/16 of the memory | 2 GiB, half | 6 GiB, half |
  /// | warning | 480 MiB | 1.5 GiB | 4.5 GiB |
  /// | critical | 560 MiB | 1.75 GiB | 5.25 GiB |
  /// | without pictures | 160 MiB | 160 MiB | 160 MiB |
  public static func usual(on device: DeviceClass) -> MemoryLimits {
    let limit = device.isLowRAM ? device.ramBytes / 16 * 5 : device.ramBytes / 2
    return MemoryLimits(limit: limit, baseline: 160 << 20)
  }
}
