#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  // Checked with the Foundation of Swift 6.3.1, whose source is the same in this since 6.1.
  extension ScriptedURLProtocol {
    /// The client's part for redirections ends the process: it is not written.
    static var followsRedirections: Bool { true }

    /// A completion handler gets what the last call brought, so there must be one call.
    var wantsWholeBody: Bool { !(task?.delegate is any URLSessionDataDelegate) }

    /// Makes the session's queue hand out what has come.
    ///
    /// The client looks into a table that the session keeps without a lock, so it must be called
    /// on the queue on which the load was started, and there is no way to name that queue. But to
    /// resume a task that runs makes the session call `startLoading` on it once more. A task that
    /// was cancelled or is complete does nothing.
    func makeWake() -> @Sendable () -> Void {
      { [task] in task?.resume() }
    }
  }
#endif
