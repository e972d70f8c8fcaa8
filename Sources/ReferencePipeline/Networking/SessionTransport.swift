public import Vocabulary

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// The network: sends requests through a `URLSession` of its own.
///
/// What it adds to the session, and what it leaves away:
/// - **Nothing is cached.** The tiers do that, and two caches of one thing disagree.
/// - **A stop is final.** Where the sender or the reader is cancelled, or the response or its body
///   is dropped, the transfer is stopped, and what had arrived and was not read is dropped.
/// - **A cut body is an error.** One that is shorter than declared ends with
///   ``/Vocabulary/TransportError/connectionLost``, whatever the session says of it.
/// - **Pictures travel as they are.** They are compressed already, so nothing else is asked for;
///   where a server compresses nevertheless, `Content-Length` speaks of other bytes than those
///   that are delivered, and is taken out of the header.
/// - **Redirections are followed**, up to the session's limit, and the response is the last one.
///   `Authorization` and `Cookie` do not go along to another origin.
/// - **Repeated fields** arrive as one, joined by commas: a session hands them out so, and to a
///   list of values it makes no difference (RFC 9110, section 5.3).
///
/// On Apple's systems a body that nobody reads pauses the transfer at ``unreadLimit``. The session
/// of Linux cannot pause: there, what is not read waits in memory, up to the length of the body.
///
/// May be used from any task. Bodies that are being read outlive the transport.
public final class SessionTransport: ImageTransporting {
  /// How many bytes of a body may wait for their reader before the transfer pauses. A chunk that
  /// is on its way by then still arrives.
  public let unreadLimit: Int

  private let session: URLSession
  private let observer = SessionObserver()

  /// A transport with a session of its own.
  ///
  /// - Parameters:
  ///   - configuration: What else holds for the session: timeouts, connections for each host,
  ///     protocol classes. It is copied, and the copy's cache is taken out.
  ///   - unreadLimit: See ``unreadLimit``; less than one byte is one.
  public init(configuration: URLSessionConfiguration = .ephemeral, unreadLimit: Int = 256 * 1024) {
    self.unreadLimit = max(1, unreadLimit)
    let own = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
    own.urlCache = nil
    session = URLSession(configuration: own, delegate: observer, delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request, and returns when the header of the last response has arrived.
  ///
  /// - Throws: ``/Vocabulary/TransportError/offline``, ``/Vocabulary/TransportError/timedOut`` or
  ///   ``/Vocabulary/TransportError/connectionLost``, which also stands for a host that is not
  ///   found or refuses; an error that a protocol of the configuration states as a
  ///   `TransportError`, as it is; `CancellationError` where the calling task was cancelled
  ///   before. A task that is cancelled already sends nothing.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    try Task.checkCancellation()
    let task = session.dataTask(with: URLRequest(request))
    task.priority = request.priority.taskPriority
    let transfer = SessionTransfer(task, TransferState(request.method, unreadLimit: unreadLimit))
    observer.start(transfer)
    let body = SessionBody(transfer)
    let head = try await transfer.head()
    return TransportResponse(
      status: head.status, headers: head.headers,
      body: TransportResponse.Body { try await body.next() })
  }
}
