import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The process's main queue, to which an answer may send work past the simulation.
enum MainQueue {
  /// Whether a block could be waiting; false only where that is certain.
  ///
  /// A run loop costs several microseconds even with nothing to do, and this is asked whenever
  /// virtual time moves on. On Linux the queue has a file descriptor that tells, which Foundation
  /// itself waits on.
  static var mayHaveWork: Bool {
    #if canImport(Glibc)
      guard let descriptor else { return true }
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return Glibc.poll(&poll, 1, 0) != 0
    #else
      return true
    #endif
  }

  /// Runs the waiting blocks, and what else the main run loop has ready. Only from the main thread.
  static func drain() {
    _ = RunLoop.main.run(mode: .default, before: .distantPast)
  }

  #if canImport(Glibc)
    private static let descriptor: Int32? = {
      typealias Handle = @convention(c) () -> Int32
      guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "_dispatch_get_main_queue_handle_4CF")
      else { return nil }
      return unsafeBitCast(symbol, to: Handle.self)()
    }()
  #endif
}
