import Foundation
import URLProtocolSubstitutionSolution
import Vocabulary
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a script says is what a session hears.
final class URLProtocolSubstitutionTests: SessionScriptTestCase {
  private typealias Reply = SessionScript.Reply

  private let photo = TransportFixtures.url("/p/7")
  private let pieces = [Data([1, 2, 3]), Data([4, 5]), Data([6])]

  func testStatusHeaderAndBodyArrive() {
    let reply = Reply(
      status: 203, headers: ["ETag": "\"a\"", "Vary": "Accept", "vary": "Cookie"], chunks: pieces,
      after: .milliseconds(1), pausing: .microseconds(100))
    let load = load("/p/7", from: SessionScript([photo: reply]))
    XCTAssertNil(load.error)
    XCTAssertEqual(load.data, Data([1, 2, 3, 4, 5, 6]))
    XCTAssertEqual(load.response?.statusCode, 203)
    XCTAssertEqual(load.response?.value(forHTTPHeaderField: "etag"), "\"a\"")
    XCTAssertEqual(load.response?.value(forHTTPHeaderField: "Vary"), "Accept, Cookie")
  }

  func testAnAsyncLoadGetsTheWholeBody() async throws {
    let script = SessionScript([photo: Reply(chunks: pieces)])
    let session = URLSession(configuration: script.configuration())
    defer { session.finishTasksAndInvalidate() }
    let (data, _) = try await session.data(for: URLRequest(url: photo))
    XCTAssertEqual(data, Data([1, 2, 3, 4, 5, 6]))
  }

  func testADelegateHearsEachChunkInOrderAndTheEndLast() {
    let script = SessionScript([photo: Reply(chunks: pieces, pausing: .microseconds(100))])
    XCTAssertEqual(
      listen("/p/7", to: script),
      [.response(200, photo)] + pieces.map { .data($0) } + [.end(nil)])
  }

  func testTheRuleSeesTheRequest() {
    let script = SessionScript { request in
      let isKnown = request.value(forHTTPHeaderField: "If-None-Match") == "\"a\""
      return isKnown ? Reply(status: 304) : Reply(chunks: [Data([1])])
    }
    var request = URLRequest(url: photo)
    request.setValue("\"a\"", forHTTPHeaderField: "If-None-Match")
    let load = load(request, with: script.configuration())
    XCTAssertEqual(load.response?.statusCode, 304)
    XCTAssertEqual(load.data, Data())
  }

  // MARK: As the real thing looks

  func testBodiesThatHTTPDoesNotHave() {
    for status in [204, 304] {
      let script = SessionScript([photo: Reply(status: status, chunks: pieces)])
      XCTAssertEqual(listen("/p/7", to: script), [.response(status, photo), .end(nil)])
    }
    var request = URLRequest(url: photo)
    request.httpMethod = "HEAD"
    let script = SessionScript([photo: Reply(chunks: pieces)])
    XCTAssertEqual(load(request, with: script.configuration()).data, Data())
  }

  func testAnEmptyBody() {
    let script = SessionScript([photo: Reply()])
    XCTAssertEqual(listen("/p/7", to: script), [.response(200, photo), .end(nil)])
    XCTAssertEqual(load("/p/7", from: script).data, Data())
  }

  func testAnErrorInMidBody() {
    let reply = Reply(chunks: pieces, failing: .networkConnectionLost)
    let script = SessionScript([photo: reply])
    XCTAssertEqual(
      listen("/p/7", to: script),
      [.response(200, photo)] + pieces.map { .data($0) } + [.end(.networkConnectionLost)])
    let load = load("/p/7", from: script)
    XCTAssertNil(load.data)
    XCTAssertEqual(load.error?.code, .networkConnectionLost)
  }

  func testAnErrorInPlaceOfAResponse() {
    let script = SessionScript([photo: Reply(status: nil, failing: .timedOut)])
    XCTAssertEqual(listen("/p/7", to: script), [.end(.timedOut)])
  }

  func testRedirectionsLeadToTheirTarget() {
    let script = SessionScript([
      TransportFixtures.url("/old"): Reply(status: 301, headers: ["Location": "/newer"]),
      TransportFixtures.url("/newer"): Reply(
        status: 307, headers: ["Location": photo.absoluteString]),
      photo: Reply(headers: ["ETag": "\"last\""], chunks: pieces),
    ])
    let load = load("/old", from: script)
    XCTAssertEqual(load.data, Data([1, 2, 3, 4, 5, 6]))
    XCTAssertEqual(load.response?.url, photo)
    XCTAssertEqual(load.response?.value(forHTTPHeaderField: "ETag"), "\"last\"")
    XCTAssertEqual(listen("/old", to: script).first, .response(200, photo))
  }

  func testRedirectionsInACircleEnd() {
    let script = SessionScript([photo: Reply(status: 302, headers: ["Location": "/p/7"])])
    XCTAssertEqual(listen("/p/7", to: script), [.end(.httpTooManyRedirects)])
  }

  func testARedirectionWithoutATargetIsAResponse() {
    let script = SessionScript([photo: Reply(status: 302)])
    XCTAssertEqual(listen("/p/7", to: script), [.response(302, photo), .end(nil)])
  }

  // MARK: Whose script

  func testTwoScriptsServeTwoSessionsAtOnce() {
    let sessions = (0..<20).map { number in
      SessionScript([photo: Reply(chunks: [Data([number])], after: .milliseconds(1))])
    }
    let areDone = expectation(description: "all are complete")
    areDone.expectedFulfillmentCount = sessions.count
    let bodies = Notes<[UInt8]>()
    for (number, script) in sessions.enumerated() {
      let session = URLSession(configuration: script.configuration())
      session.dataTask(with: photo) { data, _, _ in
        bodies.add([UInt8(number)] + (data ?? Data()))
        areDone.fulfill()
      }.resume()
      session.finishTasksAndInvalidate()
    }
    wait(for: [areDone], timeout: 10)
    XCTAssertEqual(Set(bodies.all), Set((0..<20).map { [$0, $0] }))
    XCTAssertEqual(bodies.all.count, sessions.count)
  }

  func testWhatIsNotForeseenFailsByName() {
    let script = SessionScript([photo: Reply()])
    for address in ["https://photos.test/p/8", "ftp://photos.test/p/7", "x-photo://p"] {
      guard let url = URL(string: address) else { continue }
      let load = load(URLRequest(url: url), with: script.configuration())
      XCTAssertNil(load.data)
      XCTAssertEqual(load.error?.code, .resourceUnavailable)
      XCTAssertEqual(load.error?.localizedDescription.contains(address), true)
      XCTAssertEqual(
        load.error?.userInfo[NSUnderlyingErrorKey] as? TransportError, .unscripted(url))
    }
  }

  func testWithoutItsScriptASessionFailsByName() {
    let configuration = SessionScript([photo: Reply()]).configuration()
    let load = load(URLRequest(url: photo), with: configuration)
    XCTAssertEqual(load.error?.code, .resourceUnavailable)
    XCTAssertEqual(load.error?.localizedDescription.contains(photo.absoluteString), true)
  }

  func testAScriptIsReleased() {
    let isReleased = expectation(description: "released")
    do {
      let guest = Released { isReleased.fulfill() }
      let script = SessionScript { _ in withExtendedLifetime(guest) { Reply() } }
      XCTAssertEqual(load("/p/7", from: script).response?.statusCode, 200)
    }
    // The session's threads may still be about to leave.
    wait(for: [isReleased], timeout: 10)
  }
}

/// Tells of its end.
private final class Released: Sendable {
  private let onEnd: @Sendable () -> Void

  init(onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = onEnd
  }

  deinit { onEnd() }
}
