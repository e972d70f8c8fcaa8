import Foundation
import Vocabulary

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A descriptor of an open file or folder, which its user closes once.
struct OpenFile: Sendable {
  let descriptor: Int32
  /// What errors call it.
  let name: String

  /// Opens a path, and waits for nobody where it is a pipe.
  ///
  /// - Returns: Nil where there is nothing with this name.
  init?(_ path: String, _ flags: Int32, name: String) throws(FileError) {
    var opened: Int32
    repeat {
      opened = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o644)
    } while opened < 0 && errno == EINTR
    guard opened >= 0 else {
      if errno == ENOENT { return nil }
      throw FileError(number: errno, opening: name)
    }
    descriptor = opened
    self.name = name
  }

  func close() {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #endif
  }

  /// All bytes from here to the end.
  func readAll() throws(FileError) -> Data {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(number: errno, opening: name) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .failed("'\(name)' is no plain file.") }
    // One more than the length, so that the end shows itself without growing.
    var bytes = Data(count: Int(status.st_size) + 1)
    var count = 0
    while true {
      if count == bytes.count { bytes.count *= 2 }
      let added = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if added < 0 {
        guard errno == EINTR else { throw FileError(number: errno, opening: name) }
      } else if added == 0 {
        break
      } else {
        count += added
      }
    }
    bytes.count = count
    return bytes
  }

  /// Writes all of the bytes, or as many as there is room for, and then throws.
  func writeAll(_ bytes: Data) throws(FileError) {
    var count = 0
    while count < bytes.count {
      let added = bytes.withUnsafeBytes { buffer in
        write(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if added < 0 {
        guard errno == EINTR else { throw FileError(number: errno, opening: name) }
      } else if added == 0 {
        throw .noSpace
      } else {
        count += added
      }
    }
  }

  /// Waits until all that was written is on the medium.
  func flush() throws(FileError) {
    #if canImport(Darwin)
      // Not every volume knows it; then the weaker call has to do.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    while fsync(descriptor) != 0 {
      guard errno == EINTR else { throw FileError(number: errno, opening: name) }
    }
  }
}
