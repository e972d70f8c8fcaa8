import Foundation

/// One pipe from a program, and what is kept of it.
struct Outlet {
  /// The channel's number in the program; nil for its output.
  let channel: Int32?
  let descriptor: Int32
  var kept: CappedOutput
  /// Whether all who could write to it have closed it.
  var isAtEnd = false

  init(channel: Int32?, descriptor: Int32, kept: CappedOutput) {
    self.channel = channel
    self.descriptor = descriptor
    self.kept = kept
  }

  /// Reads what is there, at most as often as fits a look at the clock in between.
  ///
  /// - Returns: Whether anything came.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    var hasCome = false
    for _ in 0..<16 where !isAtEnd {
      let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 {
        hasCome = true
        kept.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      } else if count == 0 {
        isAtEnd = true
      } else if errno != EINTR {
        if errno != EAGAIN { isAtEnd = true }
        break
      }
    }
    return hasCome
  }
}
