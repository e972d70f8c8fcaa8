extension SyntheticPhoto {
  /// A checksum over bytes, eight at a time.
  ///
  /// Each step is a bijection of the state, so one changed word always changes the result. Zeros
  /// at the end may not: the length is kept beside it. Not for use against an adversary.
  struct Checksum {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
      let whole = bytes.count & ~7
      for offset in stride(from: 0, to: whole, by: 8) {
        add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      }
      var rest: UInt64 = 0
      for (place, byte) in bytes[whole...].enumerated() {
        rest |= UInt64(byte) << (8 * UInt64(place))
      }
      add(rest)
    }

    private mutating func add(_ word: UInt64) {
      value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
      value ^= value >> 32
    }
  }
}
