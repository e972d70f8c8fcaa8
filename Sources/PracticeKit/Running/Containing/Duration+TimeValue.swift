import Foundation

extension Duration {
  /// The time that the system states, to the microsecond.
  ///
  /// The members are read by their place in memory. On Linux the compiler takes them to be of
  /// whichever of its modules it met first, and under `MemberImportVisibility` a build would hang
  /// on the order in which it reads the files.
  init(_ time: timeval) {
    let (seconds, microseconds) = withUnsafeBytes(of: time) { bytes in
      (
        bytes.load(as: time_t.self),
        bytes.load(fromByteOffset: MemoryLayout<time_t>.stride, as: suseconds_t.self)
      )
    }
    self = .seconds(Int64(seconds)) + .microseconds(Int64(microseconds))
  }
}
