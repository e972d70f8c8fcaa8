import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A server on a free port of the loopback that sends given bytes to each connection, whatever it
/// is asked, and closes it: the cut that a well-behaved server cannot make.
final class CutServer: Sendable {
  struct Failure: Error {
    let call: String
    let number: Int32
  }

  /// Where it listens.
  let port: Int
  private let listener: Int32

  /// A server that sends these bytes, header included.
  init(sending bytes: Data) throws {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let listener = socket(AF_INET, kind, 0)
    guard listener >= 0 else { throw Failure(call: "socket", number: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isBound else {
      defer { close(listener) }
      throw Failure(call: "bind", number: errno)
    }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    // A client that hangs up is an error of the write, and not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    Thread { Self.serve(listener, bytes) }.start()
  }

  /// Ends the thread, which waits for the next connection.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private static func serve(_ listener: Int32, _ bytes: Data) {
    while case let connection = accept(listener, nil, nil), connection >= 0 {
      skipRequest(connection)
      send(bytes, connection)
      close(connection)
    }
    close(listener)
  }

  /// Reads up to the empty line: what is left unread would turn the close into a reset.
  private static func skipRequest(_ connection: Int32) {
    var request = Data()
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while request.range(of: Data("\r\n\r\n".utf8)) == nil {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { return }
      request += buffer[..<count]
    }
  }

  private static func send(_ bytes: Data, _ connection: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
