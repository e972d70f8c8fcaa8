import Foundation
import SimulatedPhone
import Vocabulary
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The script through a real session, in real time: tiny delays, and no waits but expectations.
final class ScriptedSessionTests: XCTestCase {
  func testStatusHeaderAndBodyArrive() throws {
    let scripted = ScriptedSession(
      Script().answering(
        "/p/7",
        with: .ok(bodyBytes(1_000)).after(.milliseconds(1)).chunked(by: 300).with("ETag", "\"a\"")))
    let (data, response, error) = load("/p/7", from: scripted)
    XCTAssertNil(error)
    XCTAssertEqual(data, bodyBytes(1_000))
    XCTAssertEqual(response?.statusCode, 200)
    XCTAssertEqual(response?.value(forHTTPHeaderField: "etag"), "\"a\"")
    XCTAssertEqual(response?.expectedContentLength, 1_000)
    let record = try XCTUnwrap(scripted.log.records.first)
    XCTAssertEqual(record.outcome, .finished)
    XCTAssertEqual(record.bytes, 1_000)
  }

  func testADelegateSeesChunksInOrder() {
    let scripted = ScriptedSession(
      Script().answering("/p/7", with: .ok(bodyBytes(1_000)).chunked(by: 300)))
    let (recorder, task) = run("/p/7", from: scripted)
    let events = recorder.events(of: task)
    XCTAssertEqual(events.first, .response(200, photoURL("/p/7")))
    XCTAssertEqual(events.last, .completion(nil))
    XCTAssertGreaterThan(events.count, 2)
    XCTAssertEqual(recorder.body(of: task), bodyBytes(1_000))
  }

  func testAnAsyncLoadGetsTheWholeBody() async throws {
    let scripted = ScriptedSession(
      Script().answering("/p/7", with: .ok(bodyBytes(1_000)).chunked(by: 300)))
    let session = URLSession(configuration: scripted.configuration())
    defer { session.finishTasksAndInvalidate() }
    let (data, _) = try await session.data(for: URLRequest(url: photoURL("/p/7")))
    XCTAssertEqual(data, bodyBytes(1_000))
  }

  func testTheScriptSeesTheRequest() throws {
    let scripted = ScriptedSession(
      Script().answering("/p/7") { arrival in
        arrival.request.headers["If-None-Match"] == "\"a\"" ? .status(304) : .ok(bodyBytes(3))
      })
    var request = URLRequest(url: photoURL("/p/7"))
    request.setValue("\"a\"", forHTTPHeaderField: "If-None-Match")
    request.networkServiceType = .background
    let (data, response, _) = load(request, from: scripted)
    XCTAssertEqual(response?.statusCode, 304)
    XCTAssertEqual(data ?? Data(), Data())
    let record = try XCTUnwrap(scripted.log.records.first)
    XCTAssertEqual(record.request.priority, .prefetch)
    XCTAssertEqual(record.request.method, .get)
  }

  func testAnEmptyBody() {
    let scripted = ScriptedSession(Script().answering("/p/7", with: .ok(Data())))
    let (recorder, task) = run("/p/7", from: scripted)
    XCTAssertEqual(
      recorder.events(of: task), [.response(200, photoURL("/p/7")), .completion(nil)])
  }

  func testAnErrorWithinTheBody() {
    let scripted = ScriptedSession(
      Script().answering(
        "/p/7", with: .ok(bodyBytes(1_000)).chunked(by: 100).breaking(atShare: 0.6)))
    let (recorder, task) = run("/p/7", from: scripted)
    XCTAssertEqual(recorder.body(of: task), bodyBytes(1_000).prefix(600))
    XCTAssertEqual(recorder.events(of: task).last, .completion(.networkConnectionLost))
    let (data, _, error) = load("/p/7", from: scripted)
    XCTAssertNil(data)
    XCTAssertEqual(error?.code, .networkConnectionLost)
    XCTAssertEqual(scripted.log.totalBytes, 1_200)
  }

  func testErrorsInPlaceOfAResponse() {
    for (reply, code) in [
      (ScriptedReply.failing(.offline), URLError.Code.notConnectedToInternet),
      (.failing(.connectionLost), .networkConnectionLost),
      (.lostReply(timeout: .milliseconds(2)), .timedOut),
    ] {
      let scripted = ScriptedSession(Script().answering("/p/7", with: reply))
      let (recorder, task) = run("/p/7", from: scripted)
      XCTAssertEqual(recorder.events(of: task), [.completion(code)])
    }
  }

  func testARedirectionLeadsToItsTarget() {
    let scripted = ScriptedSession(
      Script().answering("/old", with: .redirect(to: "/new"))
        .answering("/new", with: .redirect(to: "https://photos.test/p/7", status: 308))
        .answering("/p/7", with: .ok(bodyBytes(3))))
    let (data, response, _) = load("/old", from: scripted)
    XCTAssertEqual(data, bodyBytes(3))
    XCTAssertEqual(response?.statusCode, 200)
    XCTAssertEqual(response?.url, photoURL("/p/7"))
    XCTAssertEqual(scripted.log.records.map(\.status), [302, 308, 200])
    XCTAssertEqual(scripted.log.highWater, 1)
  }

  func testRedirectionsInACircleEnd() {
    let scripted = ScriptedSession(Script().answering("/p/7", with: .redirect(to: "/p/7")))
    let (data, _, error) = load("/p/7", from: scripted)
    XCTAssertNil(data)
    XCTAssertNotNil(error)
    XCTAssertEqual(scripted.log.running, 0)
  }

  func testAStatusOfRedirectionWithoutATargetIsAResponse() {
    let scripted = ScriptedSession(Script().answering("/p/7", with: .status(302)))
    XCTAssertEqual(load("/p/7", from: scripted).1?.statusCode, 302)
  }

  // MARK: Whose script

  func testTwoSessionsWithDifferentScriptsAtOnce() {
    let latch = Latch()
    let left = ScriptedSession(Script().answering("/p/7", with: .ok(bodyBytes(3)).held(at: latch)))
    let right = ScriptedSession(Script().answering("/p/7", with: .status(404)))
    let isDone = expectation(description: "left is done")
    let session = URLSession(configuration: left.configuration())
    defer { session.finishTasksAndInvalidate() }
    let body = Observed<Data?>(nil)
    session.dataTask(with: photoURL("/p/7")) { data, _, _ in
      body.update { $0 = data }
      isDone.fulfill()
    }.resume()
    XCTAssertEqual(load("/p/7", from: right).1?.statusCode, 404)
    latch.open()
    wait(for: [isDone], timeout: 10)
    XCTAssertEqual(body.value, bodyBytes(3))
    XCTAssertEqual(left.log.records.count, 1)
    XCTAssertEqual(right.log.records.count, 1)
  }

  func testManySessionsHaveManyScripts() {
    let sessions = (0..<40).map { number in
      ScriptedSession(Script().answering("/p", with: .ok(Data("\(number)".utf8))))
    }
    for (number, scripted) in sessions.enumerated() {
      XCTAssertEqual(load("/p", from: scripted).0, Data("\(number)".utf8))
    }
  }

  func testWhatIsNotForeseenFailsByName() {
    let scripted = ScriptedSession(Script().answering("/p/7", with: .status(200)))
    let (_, _, error) = load("/p/8", from: scripted)
    XCTAssertEqual(error?.code, .resourceUnavailable)
    XCTAssertEqual(error?.localizedDescription.contains("https://photos.test/p/8"), true)
    XCTAssertEqual(error?.failingURL, photoURL("/p/8"))
  }

  func testNoSchemeAndNoMethodReachesTheNetwork() {
    let scripted = ScriptedSession(Script())
    for address in ["ftp://photos.test/p/7", "ws-x://photos.test", "data:,x"] {
      guard let url = URL(string: address) else { continue }
      let (data, _, error) = load(URLRequest(url: url), from: scripted)
      XCTAssertNil(data)
      XCTAssertEqual(error?.code, .resourceUnavailable, address)
    }
    var request = URLRequest(url: photoURL("/p/7"))
    request.httpMethod = "BREW"
    let (_, _, error) = load(request, from: scripted)
    XCTAssertEqual(error?.code, .resourceUnavailable)
    XCTAssertEqual(error?.localizedDescription.contains("BREW"), true)
  }

  func testWithoutAScriptRequestsFailByName() {
    var configurations = [URLSessionConfiguration.ephemeral]
    configurations[0].protocolClasses = [ScriptedURLProtocol.self]
    configurations.append(
      ScriptedSession(Script().answering("/p/7", with: .status(200))).configuration())
    for configuration in configurations {
      let (_, _, error) = load(URLRequest(url: photoURL("/p/7")), with: configuration)
      XCTAssertEqual(error?.code, .resourceUnavailable)
      XCTAssertEqual(error?.localizedDescription.contains("https://photos.test/p/7"), true)
    }
  }

  func testAScriptIsReleasedWithItsSession() {
    let isReleased = expectation(description: "released")
    do {
      let scripted = ScriptedSession(ShortLivedServer { isReleased.fulfill() })
      XCTAssertEqual(load("/p/7", from: scripted).0, bodyBytes(3))
    }
    // The session's threads may still be about to leave.
    wait(for: [isReleased], timeout: 10)
  }
}

/// Tells of its end.
private final class ShortLivedServer: RequestAnswering {
  private let onEnd: @Sendable () -> Void

  init(onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = onEnd
  }

  deinit { onEnd() }

  func reply(to arrival: RequestArrival) -> ScriptedReply? { .ok(bodyBytes(3)) }
}
