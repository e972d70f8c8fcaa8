import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A delegate that notes what a session tells of its tasks, in order.
final class SessionListener: NSObject, URLSessionDataDelegate {
  enum Event: Hashable {
    case response(Int, URL?)
    case data(Data)
    case end(URLError.Code?)
  }

  private let notes = Notes<(Int, Event)>()
  private let onEvent: @Sendable (Event) -> Void

  init(onEvent: @escaping @Sendable (Event) -> Void = { _ in }) {
    self.onEvent = onEvent
  }

  /// What was told of one task.
  func events(of task: URLSessionTask) -> [Event] {
    notes.all.filter { $0.0 == task.taskIdentifier }.map(\.1)
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
    note(.end((error as? URLError)?.code), task)
  }

  private func note(_ event: Event, _ task: URLSessionTask) {
    notes.add((task.taskIdentifier, event))
    onEvent(event)
  }
}
