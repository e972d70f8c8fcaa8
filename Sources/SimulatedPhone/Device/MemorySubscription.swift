/// A subscriber's place in the list of those whom the device tells about memory.
///
/// It ends with ``cancel()`` or with the last reference to it.
public final class MemorySubscription: Sendable {
  private let device: SimulatedDevice
  private let number: Int

  init(device: SimulatedDevice, number: Int) {
    self.device = device
    self.number = number
  }

  deinit {
    cancel()
  }

  /// Ends the subscription: the subscriber hears nothing from now on. May be called twice.
  public func cancel() {
    device.unsubscribe(number)
  }
}
