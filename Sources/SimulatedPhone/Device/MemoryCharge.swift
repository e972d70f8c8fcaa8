import Synchronization

/// Memory that the app takes, until this object ends.
///
/// Handed to a `Bitmap` as its lifetime it counts the picture in the device's ledger. It may be
/// used and dropped on any thread.
public final class MemoryCharge: Sendable {
  private let device: SimulatedDevice
  private let launch: Int
  private let bytes: Mutex<Int>

  init(device: SimulatedDevice, launch: Int, byteCount: Int) {
    self.device = device
    self.launch = launch
    bytes = Mutex(byteCount)
  }

  deinit {
    device.release(bytes.withLock { $0 }, launch: launch)
  }

  /// What is charged, in bytes.
  public var byteCount: Int { bytes.withLock { $0 } }

  /// Charges more or less from now on.
  ///
  /// - Parameter byteCount: Bytes; a negative number counts as zero.
  public func resize(to byteCount: Int) {
    let change = bytes.withLock { bytes -> Int in
      defer { bytes = max(byteCount, 0) }
      return max(byteCount, 0) - bytes
    }
    if change > 0 {
      device.add(change, launch: launch)
    } else {
      device.release(-change, launch: launch)
    }
  }
}
