import Foundation
import Vocabulary

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request on its way through a session: does what its ``TransferState`` decides.
///
/// The session tells it what has come, on its own queue; a task asks for it. Nothing is called out
/// under the lock, except where a comment says so.
final class SessionTransfer: Sendable {
  private struct Shared {
    var state: TransferState
    /// Those who wait for news.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  let task: URLSessionDataTask
  private let shared: Guarded<Shared>
  /// Whether the task is suspended for want of a reader.
  private let isPaused = Guarded(false)

  init(_ task: URLSessionDataTask, _ state: TransferState) {
    self.task = task
    shared = Guarded(Shared(state: state))
  }

  // MARK: The client's side

  /// The status and the header, once they are there. Cancelling the calling task stops the
  /// transfer.
  func head() async throws -> TransferState.Head {
    while true {
      switch await ask({ $0.readHead() }, when: { $0.hasHeadNews }) {
      case .wait: continue
      case .ready(let head): return head
      case .failed(let error): throw error
      case .stopped: throw CancellationError()
      }
    }
  }

  /// The next chunk; nil at the end, and after a stop. Cancelling the calling task stops the
  /// transfer.
  func next() async throws -> Data? {
    while true {
      switch await ask({ $0.readChunk() }, when: { $0.hasBodyNews }) {
      case .wait: continue
      case .ready(let chunk): return chunk
      case .failed(let error): throw error
      case .stopped: return nil
      }
    }
  }

  /// Ends the transfer, unless it is over. Nothing is handed out afterwards.
  func stop() {
    if change({ $0.stop() }) { task.cancel() }
  }

  /// Reads, after a wait for news where there is nothing yet.
  private func ask<Value>(
    _ read: @Sendable (inout TransferState) -> TransferState.Reading<Value>,
    when hasNews: @Sendable (TransferState) -> Bool
  ) async -> TransferState.Reading<Value> {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWaiting = shared.withLock { shared in
          guard !hasNews(shared.state) else { return false }
          shared.waiting.append(continuation)
          return true
        }
        if !isWaiting { continuation.resume() }
      }
    } onCancel: {
      stop()
    }
    let reading = shared.withLock { read(&$0.state) }
    applyPause()
    return reading
  }

  // MARK: The session's side

  /// Takes the response; false where nobody wants its body any more.
  func receive(_ response: URLResponse) -> Bool {
    guard let response = response as? HTTPURLResponse else {
      complete(.connectionLost)
      return false
    }
    return change { $0.respond(TransferState.Head(response)) }
  }

  /// Whether a response was taken.
  var hasResponse: Bool { shared.withLock { $0.state.hasHead } }

  /// Takes bytes of the body.
  func receive(_ data: Data) {
    change { $0.receive(data) }
    applyPause()
  }

  /// Takes the end: an error, or nil where the session saw none.
  func complete(_ error: TransportError?) {
    change { $0.complete(error) }
  }

  /// Follows a redirection, unless the transfer was stopped.
  ///
  /// The answer is given under the lock, and so before a stop or not at all: the session of Linux
  /// ends the process where it comes after one. It calls nothing back.
  func follow(_ request: URLRequest, _ answer: (URLRequest?) -> Void) {
    shared.withLock { shared in
      if !shared.state.isStopped {
        answer(request)
      } else {
        #if !canImport(FoundationNetworking)
          answer(nil)
        #endif
      }
    }
  }

  private func change<Result>(_ body: (inout TransferState) -> Result) -> Result {
    let (result, waiting) = shared.withLock { shared in
      let result = body(&shared.state)
      defer { shared.waiting = [] }
      return (result, shared.waiting)
    }
    waiting.forEach { $0.resume() }
    return result
  }

  /// Brings the task in line with the state. Whoever comes last sees the last state, so a pause
  /// and its end cannot overtake one another.
  private func applyPause() {
    #if !canImport(FoundationNetworking)
      isPaused.withLock { isPaused in
        let isWanted = shared.withLock { $0.state.isPaused }
        guard isWanted != isPaused else { return }
        isPaused = isWanted
        // Neither calls anything back.
        if isWanted { task.suspend() } else { task.resume() }
      }
    #endif
  }
}
