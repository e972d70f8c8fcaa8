#if !canImport(FoundationNetworking)
  import CoreFoundation
  import Foundation

  extension ScriptedURLProtocol {
    /// The session makes a new protocol for the target of a redirection.
    static var followsRedirections: Bool { false }

    /// Chunks add up, whoever listens.
    var wantsWholeBody: Bool { false }

    /// Makes the run loop of the loading thread hand out what has come.
    func makeWake() -> @Sendable () -> Void {
      let thread = LoadingThread(self)
      return { thread.wake() }
    }
  }

  /// The run loop on which a protocol was started.
  ///
  /// Unchecked: a run loop may be given blocks and woken from any thread, and the protocol is
  /// touched by those blocks only, on its own thread.
  private struct LoadingThread: @unchecked Sendable {
    private let loop: CFRunLoop?
    private weak var loader: ScriptedURLProtocol?

    init(_ loader: ScriptedURLProtocol) {
      loop = CFRunLoopGetCurrent()
      self.loader = loader
    }

    func wake() {
      CFRunLoopPerformBlock(loop, CFRunLoopMode.commonModes.rawValue) { loader?.handOut() }
      CFRunLoopWakeUp(loop)
    }
  }
#endif
