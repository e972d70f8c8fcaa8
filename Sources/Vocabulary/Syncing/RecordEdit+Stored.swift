public import Foundation

extension RecordEdit {
  /// The edit as bytes for a file, with a checksum in front. Linear, like the way back.
  public var stored: Data {
    get throws {
      let body = try JSONEncoder().encode(self)
      return Self.checksum(body) + body
    }
  }

  /// The edit that was stored as these bytes; nil where they are damaged, or something else.
  public init?(stored bytes: Data) {
    let body = Data(bytes.dropFirst(8))
    guard bytes.prefix(8) == Self.checksum(body),
      let edit = try? JSONDecoder().decode(RecordEdit.self, from: body)
    else { return nil }
    self = edit
  }

  /// FNV-1a: notices any damage within one byte, and nearly all other.
  private static func checksum(_ bytes: Data) -> Data {
    let sum = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return withUnsafeBytes(of: sum.littleEndian) { Data($0) }
  }
}
