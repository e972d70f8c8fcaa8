import Foundation
import SimulatedPhone
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension XCTestCase {
  /// Loads a path with a completion handler.
  func load(
    _ path: String, from scripted: ScriptedSession
  ) -> (Data?, HTTPURLResponse?, URLError?) {
    load(URLRequest(url: photoURL(path)), from: scripted)
  }

  func load(
    _ request: URLRequest, from scripted: ScriptedSession
  ) -> (Data?, HTTPURLResponse?, URLError?) {
    load(request, with: scripted.configuration())
  }

  func load(
    _ request: URLRequest, with configuration: URLSessionConfiguration
  ) -> (Data?, HTTPURLResponse?, URLError?) {
    let session = URLSession(configuration: configuration)
    defer { session.finishTasksAndInvalidate() }
    let isDone = expectation(description: "complete")
    let result = Observed<(Data?, HTTPURLResponse?, URLError?)>((nil, nil, nil))
    session.dataTask(with: request) { data, response, error in
      result.update { $0 = (data, response as? HTTPURLResponse, error as? URLError) }
      isDone.fulfill()
    }.resume()
    wait(for: [isDone], timeout: 10)
    return result.value
  }

  /// Loads a path with a delegate.
  func run(_ path: String, from scripted: ScriptedSession) -> (SessionRecorder, URLSessionTask) {
    let isDone = expectation(description: "complete")
    let recorder = SessionRecorder { event in
      if case .completion = event { isDone.fulfill() }
    }
    let session = URLSession(
      configuration: scripted.configuration(), delegate: recorder, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let task = session.dataTask(with: photoURL(path))
    task.resume()
    wait(for: [isDone], timeout: 10)
    return (recorder, task)
  }
}
