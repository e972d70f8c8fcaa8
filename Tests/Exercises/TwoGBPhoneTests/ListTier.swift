import SimulatedPhone
import Synchronization
import Vocabulary

/// A memory tier without a budget, whose pictures are in the order of their use.
///
/// It knows the pictures that the app has decoded. Another one was made in some other way, and is
/// charged to the phone for as long as it is here: to make it takes memory, too.
final class ListTier: ImageCaching {
  private struct Entry {
    let key: ImageKey
    let image: Bitmap
    let charge: MemoryCharge?
  }

  private struct Decoded {
    weak var image: Bitmap?
  }

  private struct State {
    /// The one used last is the last.
    var entries: [Entry] = []
    var decoded: [Decoded] = []
  }

  private let device: SimulatedDevice
  private let state = Mutex(State())

  init(_ device: SimulatedDevice) {
    self.device = device
  }

  /// A picture for a row, as the decoder makes it.
  func decode() -> Bitmap {
    let image = Bitmap(
      size: PixelSize(width: 240, height: 180), pixels: Grey(),
      lifetime: device.charge(PhoneApp.pictureBytes))
    state.withLock { $0.decoded.append(Decoded(image: image)) }
    return image
  }

  func image(for key: ImageKey) -> Bitmap? {
    state.withLock { state in
      guard let place = state.entries.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = state.entries.remove(at: place)
      state.entries.append(entry)
      return entry.image
    }
  }

  func insert(_ image: Bitmap, for key: ImageKey) {
    let isDecoded = state.withLock { $0.decoded.contains { $0.image === image } }
    let charge = isDecoded ? nil : device.charge(image.byteCount)
    remove(key)
    state.withLock { $0.entries.append(Entry(key: key, image: image, charge: charge)) }
  }

  func remove(_ key: ImageKey) {
    take { entries in entries.firstIndex { $0.key == key }.map { [entries.remove(at: $0)] } ?? [] }
  }

  func trim(toBytes limit: Int) {
    take { entries in
      var bytes = Self.byteCount(entries)
      var gone = 0
      while gone < entries.count, bytes > max(0, limit) {
        bytes -= entries[gone].image.byteCount
        gone += 1
      }
      if limit <= 0 { gone = entries.count }
      defer { entries.removeFirst(gone) }
      return Array(entries.prefix(gone))
    }
  }

  var byteCount: Int { state.withLock { Self.byteCount($0.entries) } }

  private static func byteCount(_ entries: [Entry]) -> Int {
    entries.reduce(0) { $0 + $1.image.byteCount }
  }

  /// Lets go of entries when the lock is free: the end of a picture calls the phone.
  private func take(_ change: (inout [Entry]) -> [Entry]) {
    let gone = state.withLock { change(&$0.entries) }
    withExtendedLifetime(gone) {}
  }
}

/// A picture of one colour.
private struct Grey: PixelProviding {
  func pixel(x: Int, y: Int) -> Pixel { Pixel(red: 128, green: 128, blue: 128) }
}
