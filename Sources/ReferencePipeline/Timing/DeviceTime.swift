public import Foundation
public import Vocabulary

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Bionic)
  import Bionic
#endif

/// The time of the device that the app runs on.
///
/// The wall clock is that of the system, and jumps with it. The uptime goes on while the device
/// sleeps, so a copy grows old in a pocket as it does on a table.
///
/// Where the system does not name its boot, the name is that of this launch: copies of an earlier
/// launch are then dated by the wall clock alone, though the device has not been started anew.
/// Where the system has no clock that goes on in sleep, the uptime counts from the first reading
/// in this launch, and whether it goes on in sleep is up to `ContinuousClock`.
///
/// May be used from any thread. A reading costs a call to the system, and the name of the boot is
/// read once.
public struct DeviceTime: TimeReading {
  /// Names the present boot, or this launch where the system does not tell.
  public let boot: String

  /// The time of this device.
  public init() {
    self.init(bootName: Self.systemBootName)
  }

  init(bootName: String?) {
    boot = bootName ?? Self.launchName
  }

  /// What the system's calendar says.
  public var wallClock: Date { Date() }

  /// The time since the boot, sleep included.
  public var uptime: Duration { Self.systemUptime }

  /// Another one in each launch.
  private static let launchName = "launch \(UUID().uuidString)"
}

#if canImport(Darwin)

  extension DeviceTime {
    /// The raw one, since the other monotonic clock of Darwin is the wall clock less the instant
    /// of the boot, and moves where that is adjusted. Both go on in sleep.
    fileprivate static var systemUptime: Duration {
      .nanoseconds(Int64(clamping: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)))
    }

    fileprivate static let systemBootName: String? = {
      var name = [UInt8](repeating: 0, count: 64)
      var count = name.count
      guard sysctlbyname("kern.bootsessionuuid", &name, &count, nil, 0) == 0 else { return nil }
      let text = String(decoding: name.prefix(count).prefix { $0 != 0 }, as: UTF8.self)
      return text.isEmpty ? nil : text
    }()
  }

#elseif os(Linux) || os(Android)

  extension DeviceTime {
    fileprivate static var systemUptime: Duration {
      var time = timespec()
      // Fails for no clock that the kernel knows, and it has known this one since 2.6.39.
      _ = clock_gettime(CLOCK_BOOTTIME, &time)
      return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    fileprivate static let systemBootName: String? = {
      let file = "/proc/sys/kernel/random/boot_id"
      let text = try? String(contentsOfFile: file, encoding: .utf8)
      let name = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
      return name.isEmpty ? nil : name
    }()
  }

#else

  extension DeviceTime {
    private static let start = ContinuousClock.now

    fileprivate static var systemUptime: Duration { start.duration(to: .now) }

    fileprivate static let systemBootName: String? = nil
  }

#endif
