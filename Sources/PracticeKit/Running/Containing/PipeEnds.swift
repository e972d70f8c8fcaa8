import Foundation

/// Both ends of a pipe, with numbers from 10 on, closed on exec.
struct PipeEnds {
  var reading: Int32
  var writing: Int32

  /// Held while descriptors exist that a child would inherit, and while a child is started.
  static let inheritance = NSLock()

  init() throws(ContainmentError) {
    var ends: [Int32] = [-1, -1]
    var number: Int32 = 0
    (reading, writing) = Self.inheritance.withLock {
      guard pipe(&ends) == 0 else {
        number = errno
        return (-1, -1)
      }
      // Low numbers are taken in the child by the channels and by the shell.
      let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
      number = errno
      for end in ends { close(end) }
      return (high[0], high[1])
    }
    guard reading >= 0, writing >= 0 else {
      closeReading()
      closeWriting()
      throw .system(call: "pipe", number: number)
    }
  }

  mutating func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  mutating func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Makes reads return at once.
  func readWithoutWaiting() {
    _ = fcntl(reading, F_SETFL, fcntl(reading, F_GETFL) | O_NONBLOCK)
    #if os(Linux)
      // A mebibyte instead of 64 KiB, where the system grants it: fewer turns for much output.
      let setPipeSize: Int32 = 1_031
      _ = fcntl(reading, setPipeSize, Int32(1 << 20))
    #endif
  }
}
