import Foundation

/// Tells whether files have changed, by their names and bytes (FNV-1a, 64 bits).
///
/// It keeps work from being done twice and guards nothing: who wants two files to look alike can.
struct Fingerprint {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Takes bytes in, and where they end.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    value = (value ^ 0xFF) &* 0x100_0000_01B3
  }

  /// Takes in a file or a folder with all that is in it, in the order of their names. What does
  /// not exist counts as empty.
  mutating func add(_ place: URL) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder) else { return }
    add(place.lastPathComponent.utf8)
    if isFolder.boolValue {
      for name in Course.names(in: place) { add(place.appending(path: name)) }
    } else if let data = try? Data(contentsOf: place) {
      add(data)
    }
  }

  /// The value in hexadecimal.
  var text: String { String(value, radix: 16) }
}
