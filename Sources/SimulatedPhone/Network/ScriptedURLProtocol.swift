import Vocabulary

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// The protocol by which a real `URLSession` is served from a script; see ``ScriptedSession``.
///
/// It takes every request of its session, so nothing ever reaches the network. What the script
/// does not foresee fails by name, and so does everything in a session that was configured with
/// this class itself. Responses are not to be cached, so each request is seen.
///
/// The client is called on the thread or queue on which the session starts and stops the load,
/// and never after `stopLoading`, whatever was due.
///
/// On Linux a session cannot be told of a redirection, so it is followed here, and the response
/// carries the last URL. There, also, a task with a completion handler would get the last chunk
/// for the whole body, so a task without a data delegate gets its body in one piece; a task with
/// both is served chunk by chunk. A task that is suspended and resumed there starts over.
public class ScriptedURLProtocol: URLProtocol {
  private enum Phase {
    case idle
    case loading(ScriptedLoad)
    /// The end has been handed out.
    case done
  }

  /// Used on the loading thread only, like the rest of a protocol.
  private var phase = Phase.idle
  /// The body so far, where it is handed out in one piece.
  private var collected = Data()

  /// Always true: a request that was let go would try the network.
  public override class func canInit(with request: URLRequest) -> Bool { true }

  /// Always true, likewise.
  public override class func canInit(with task: URLSessionTask) -> Bool { true }

  /// The request as it is.
  public override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  /// Begins the transfer, or goes on with the one that has begun.
  public override func startLoading() {
    switch phase {
    case .idle: begin()
    case .loading: handOut()
    case .done: break
    }
  }

  /// Stops the transfer: the client hears nothing more.
  public override func stopLoading() {
    guard case .loading(let load) = phase else { return }
    load.stop()
    phase = .idle
    collected = Data()
  }

  private func begin() {
    // On Linux a cancellation can overtake the start: the stop then comes first, and counts.
    guard task?.state != .canceling, task?.state != .completed else { return phase = .done }
    guard let session = ScriptedSession.bound(to: Self.self) else {
      return refuse("No script is bound to this session. Keep its ScriptedSession.")
    }
    guard let request = TransportRequest(request) else {
      return refuse("The script has no answer for \(request.httpMethod ?? "a request") here.")
    }
    let load = ScriptedLoad(session, wake: makeWake())
    phase = .loading(load)
    load.start(request)
  }

  private func refuse(_ reason: String) {
    phase = .done
    var details: [String: Any] = [NSLocalizedDescriptionKey: reason]
    if let url = request.url {
      details[NSLocalizedDescriptionKey] = "\(url.absoluteString): \(reason)"
      details[NSURLErrorFailingURLErrorKey] = url
    }
    client?.urlProtocol(
      self, didFailWithError: URLError(.resourceUnavailable, userInfo: details))
  }

  /// Hands out what has come. Called on the loading thread.
  func handOut() {
    guard case .loading(let load) = phase else { return }
    load.openBox()
    while let event = load.next() { handOut(event) }
  }

  private func handOut(_ event: ScriptedLoad.Event) {
    switch event {
    case .response(_, let plan, let url):
      guard let response = plan.urlResponse(from: url) else { return }
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    case .chunk(_, let data):
      if wantsWholeBody { collected += data } else { client?.urlProtocol(self, didLoad: data) }
    case .end(_, .failed(let error), let url):
      phase = .done
      client?.urlProtocol(self, didFailWithError: error.urlError(for: url))
    case .end:
      phase = .done
      if !collected.isEmpty { client?.urlProtocol(self, didLoad: collected) }
      client?.urlProtocolDidFinishLoading(self)
    case .redirection(_, let plan, let source, let target):
      phase = .done
      guard let response = plan.urlResponse(from: source) else { return }
      var next = request
      next.url = target
      client?.urlProtocol(self, wasRedirectedTo: next, redirectResponse: response)
    }
  }
}
