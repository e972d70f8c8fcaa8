import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The delegate of a transport's session: passes on to each transfer what is told of its task.
///
/// One for all tasks, since the session of Linux asks no delegate of a task.
final class SessionObserver: NSObject, URLSessionDataDelegate {
  /// The transfers that run, by the number of their task.
  private let transfers = Guarded<[Int: SessionTransfer]>([:])

  /// Starts a transfer, which is kept until its session has told of its end.
  func start(_ transfer: SessionTransfer) {
    transfers.withLock { $0[transfer.task.taskIdentifier] = transfer }
    transfer.task.resume()
  }

  private func transfer(of task: URLSessionTask) -> SessionTransfer? {
    transfers.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let isWanted = transfer(of: dataTask)?.receive(response) ?? false
    completionHandler(isWanted ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    transfer(of: dataTask)?.receive(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let next = request.withoutSecrets(from: response.url)
    guard let transfer = transfer(of: task) else { return completionHandler(next) }
    transfer.follow(next, completionHandler)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let transfer = transfers.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else {
      return
    }
    // The session of Linux does not tell of a redirection that leads nowhere, but keeps it.
    if error == nil, let response = task.response, !transfer.hasResponse {
      _ = transfer.receive(response)
    }
    transfer.complete(error.map { .init(sessionError: $0) })
  }
}
