/// A class of devices that share one budget: memory, screen and rate of frames.
///
/// The three named classes are modelled on phones with that much memory. A device with other
/// figures can be made, so a rule for budgets should follow the figures and not the name.
public struct DeviceClass: Hashable, Sendable {
  /// The name as commands and reports print it: `2GB`.
  public var name: String
  /// The memory of the device, in bytes. A device of 2 GB has 2 × 2³⁰ of them.
  public var ramBytes: Int
  /// The whole screen, in pixels.
  public var screen: PixelSize
  /// How many pixels a point is long.
  public var scale: Double
  /// Frames a second, in Hz.
  public var refreshRate: Int

  /// A class of devices with the given figures.
  public init(name: String, ramBytes: Int, screen: PixelSize, scale: Double, refreshRate: Int) {
    self.name = name
    self.ramBytes = ramBytes
    self.screen = screen
    self.scale = scale
    self.refreshRate = refreshRate
  }

  /// Whether the system gives apps of this device a smaller share: 2 GiB of memory, or less.
  public var isLowRAM: Bool { ramBytes <= 2 << 30 }
}

extension DeviceClass: CaseIterable {
  /// The smallest phone that is supported.
  public static let phone2GB = DeviceClass(
    name: "2GB", ramBytes: 2 << 30, screen: PixelSize(width: 750, height: 1334), scale: 2,
    refreshRate: 60)

  /// The phone that most people have.
  public static let phone4GB = DeviceClass(
    name: "4GB", ramBytes: 4 << 30, screen: PixelSize(width: 1170, height: 2532), scale: 3,
    refreshRate: 60)

  /// The flagship.
  public static let phone12GB = DeviceClass(
    name: "12GB", ramBytes: 12 << 30, screen: PixelSize(width: 1206, height: 2622), scale: 3,
    refreshRate: 120)

  /// The named classes, by rising memory.
  public static let allCases: [DeviceClass] = [.phone2GB, .phone4GB, .phone12GB]

  /// The class that a command line names, in capitals or not; nil where there is none.
  public init?(named name: String) {
    let wanted = name.lowercased()
    guard let found = Self.allCases.first(where: { $0.name.lowercased() == wanted }) else {
      return nil
    }
    self = found
  }
}

extension DeviceClass: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
