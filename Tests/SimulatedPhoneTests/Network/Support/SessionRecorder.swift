import Foundation
import Vocabulary

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A delegate that notes what a session tells of each task, in order.
final class SessionRecorder: NSObject, URLSessionDataDelegate {
  enum Event: Hashable {
    case response(Int, URL?)
    case data(Data)
    case completion(URLError.Code?)
  }

  private let events = Observed<[Int: [Event]]>([:])
  private let onEvent: @Sendable (Event) -> Void

  init(onEvent: @escaping @Sendable (Event) -> Void = { _ in }) {
    self.onEvent = onEvent
  }

  func events(of task: URLSessionTask) -> [Event] {
    events.value[task.taskIdentifier] ?? []
  }

  /// All bytes that were delivered to a task.
  func body(of task: URLSessionTask) -> Data {
    events(of: task).reduce(into: Data()) { if case .data(let data) = $1 { $0 += data } }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    note(.response((response as? HTTPURLResponse)?.statusCode ?? 0, response.url), dataTask)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    note(.data(data), dataTask)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    note(.completion((error as? URLError)?.code), task)
  }

  private func note(_ event: Event, _ task: URLSessionTask) {
    events.update { $0[task.taskIdentifier, default: []].append(event) }
    onEvent(event)
  }
}
