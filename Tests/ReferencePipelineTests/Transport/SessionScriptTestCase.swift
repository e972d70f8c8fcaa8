import Foundation
import URLProtocolSubstitutionSolution
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Loads over sessions that a script serves: in real time, and without a wait but expectations.
class SessionScriptTestCase: XCTestCase {
  struct Load {
    var data: Data?
    var response: HTTPURLResponse?
    var error: URLError?
  }

  /// Loads with a completion handler.
  func load(
    _ request: URLRequest, with configuration: URLSessionConfiguration
  ) -> Load {
    let session = URLSession(configuration: configuration)
    defer { session.finishTasksAndInvalidate() }
    let isDone = expectation(description: "complete")
    let loads = Notes<Load>()
    session.dataTask(with: request) { data, response, error in
      loads.add(
        Load(data: data, response: response as? HTTPURLResponse, error: error as? URLError))
      isDone.fulfill()
    }.resume()
    wait(for: [isDone], timeout: 10)
    return loads.all.first ?? Load()
  }

  func load(_ path: String, from script: SessionScript) -> Load {
    load(URLRequest(url: TransportFixtures.url(path)), with: script.configuration())
  }

  /// Loads with a delegate, and returns what it heard.
  func listen(_ path: String, to script: SessionScript) -> [SessionListener.Event] {
    let isDone = expectation(description: "complete")
    let listener = SessionListener { if case .end = $0 { isDone.fulfill() } }
    let session = URLSession(
      configuration: script.configuration(), delegate: listener, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let task = session.dataTask(with: TransportFixtures.url(path))
    task.resume()
    wait(for: [isDone], timeout: 10)
    return listener.events(of: task)
  }
}
