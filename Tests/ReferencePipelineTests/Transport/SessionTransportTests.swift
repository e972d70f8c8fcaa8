import FourThousandPixelOriginalsSolution
import Foundation
import ReferencePipeline
import SimulatedPhone
import Vocabulary
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The real transport over a real session, which a script serves.
final class SessionTransportTests: XCTestCase {
  /// A script is gone with its last owner.
  private var kept: [ScriptedSession] = []

  func testStatusHeaderAndBodyArrive() async throws {
    let body = TransportFixtures.bytes(100_000)
    let (transport, scripted) = transport(
      .ok(body, headers: ["ETag": "\"a\"", "Cache-Control": "max-age=60"]).chunked(by: 7_000))
    let response = try await transport.send(TransportFixtures.request("/p/7"))
    XCTAssertEqual(response.status, 200)
    XCTAssertEqual(response.headers["etag"], "\"a\"")
    XCTAssertEqual(response.declaredLength, 100_000)
    var chunks: [Data] = []
    for try await chunk in response.body { chunks.append(chunk) }
    XCTAssertEqual(chunks.reduce(Data(), +), body)
    XCTAssertGreaterThan(chunks.count, 1)
    XCTAssertEqual(scripted.log.records.map(\.outcome), [.finished])
  }

  func testTheResponseComesBeforeTheBody() async throws {
    let latch = Latch()
    let (transport, _) = transport(
      .ok(TransportFixtures.bytes(30)).chunked(by: 10).held(at: latch, beforeChunk: 1))
    let response = try await transport.send(TransportFixtures.request("/p/7"))
    var body = Data()
    for try await chunk in response.body {
      body += chunk
      // The rest comes only now, so the first chunk did not wait for it.
      latch.open()
    }
    XCTAssertEqual(body, TransportFixtures.bytes(30))
  }

  func testEveryStatusIsAResponse() async throws {
    for status in [204, 304, 404, 503] {
      let (transport, _) = transport(.status(status, headers: ["Content-Length": "9"]))
      let response = try await transport.send(TransportFixtures.request("/p/7"))
      XCTAssertEqual(response.status, status)
      if status < 400 {
        let body = try await Self.read(response)
        XCTAssertEqual(body, Data())
      }
    }
  }

  func testTheRequestIsSentAsItIs() async throws {
    let (transport, scripted) = transport(.status(200))
    var request = TransportFixtures.request("/p/7?w=360&s=%2F", method: .head)
    request.headers.add("\"a\"", for: "If-None-Match")
    request.headers.add("\"b\"", for: "If-None-Match")
    request.priority = .prefetch
    _ = try await transport.send(request)
    let sent = try XCTUnwrap(scripted.log.records.first?.request)
    XCTAssertEqual(sent.url, request.url)
    XCTAssertEqual(sent.method, .head)
    XCTAssertEqual(sent.priority, .prefetch)
    // Joined by a comma, with or without a space.
    XCTAssertEqual(
      sent.headers["If-None-Match"]?.replacingOccurrences(of: " ", with: ""), "\"a\",\"b\"")
    XCTAssertEqual(sent.headers["Accept-Encoding"], "identity")
  }

  func testRepeatedFieldsArriveJoined() async throws {
    let headers: HeaderFields = ["Vary": "Accept", "vary": "Cookie", "Cache-Control": "no-cache"]
    let (transport, _) = transport(.ok(Data(), headers: headers))
    let response = try await transport.send(TransportFixtures.request("/p/7"))
    XCTAssertEqual(response.headers.values(for: "Vary"), ["Accept, Cookie"])
  }

  func testTheLengthOfAnEncodedBodyIsNotItsLength() async throws {
    let reply = ScriptedReply.ok(TransportFixtures.bytes(50))
      .with("Content-Encoding", "gzip").with("Content-Length", "90")
    let (transport, _) = transport(reply)
    let response = try await transport.send(TransportFixtures.request("/p/7"))
    XCTAssertNil(response.declaredLength)
    let body = try await Self.read(response)
    XCTAssertEqual(body.count, 50)
  }

  func testRedirectionsAreFollowed() async throws {
    let scripted = ScriptedSession(
      Script().answering("/old", with: .redirect(to: "/p/7").with("ETag", "\"old\""))
        .answering("/p/7", with: .ok(Data([1]), headers: ["ETag": "\"new\""])))
    let transport = SessionTransport(configuration: scripted.configuration())
    let response = try await transport.send(TransportFixtures.request("/old"))
    XCTAssertEqual(response.status, 200)
    XCTAssertEqual(response.headers["ETag"], "\"new\"")
    let body = try await Self.read(response)
    XCTAssertEqual(body, Data([1]))
  }

  // MARK: Nothing is cached

  func testEachRequestReachesTheServer() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
    let scripted = ScriptedSession(
      Script().answering("/p/7", with: .ok(Data([1]), headers: ["Cache-Control": "max-age=60"])))
    let transport = SessionTransport(configuration: scripted.configuration(from: configuration))
    for _ in 0..<3 {
      _ = try await Self.read(transport.send(TransportFixtures.request("/p/7")))
    }
    XCTAssertEqual(scripted.log.starts(of: TransportFixtures.url("/p/7")), 3)
    XCTAssertNotNil(configuration.urlCache, "the caller's configuration was changed")
  }

  // MARK: Errors

  func testErrorsInPlaceOfAResponse() async {
    for error in [TransportError.offline, .timedOut, .connectionLost] {
      let (transport, _) = transport(.failing(error))
      await Self.assert(error) { _ = try await transport.send(TransportFixtures.request("/p/7")) }
    }
  }

  func testWhatIsNotForeseenKeepsItsName() async {
    let (transport, _) = transport(.status(200))
    await Self.assert(.unscripted(TransportFixtures.url("/p/8"))) {
      _ = try await transport.send(TransportFixtures.request("/p/8"))
    }
  }

  func testAConnectionThatBreaksAtSixtyPercent() async throws {
    let body = TransportFixtures.bytes(1_000)
    let (transport, _) = transport(.ok(body).chunked(by: 100).breaking(atShare: 0.6))
    let response = try await transport.send(TransportFixtures.request("/p/7"))
    XCTAssertEqual(response.declaredLength, 1_000)
    var got = Data()
    await Self.assert(.connectionLost) { for try await chunk in response.body { got += chunk } }
    XCTAssertEqual(got, body.prefix(600))
  }

  func testABodyThatEndsEarlyWithoutAnErrorIsLost() async throws {
    let reply = ScriptedReply.ok(TransportFixtures.bytes(600)).with("Content-Length", "1000")
    let (transport, _) = transport(reply)
    let response = try await transport.send(TransportFixtures.request("/p/7"))
    await Self.assert(.connectionLost) { _ = try await Self.read(response) }
  }

  func testABodyAboveTheLimitIsRefusedAndItsTransferStops() async throws {
    let latch = Latch()
    let (transport, scripted) = transport(
      .ok(TransportFixtures.bytes(2_000)).withoutLength().chunked(by: 500)
        .held(at: latch, beforeChunk: 3))
    await Self.assert(.bodyTooLarge(limit: 1_200)) {
      let response = try await transport.send(TransportFixtures.request("/p/7"))
      _ = try await BodyLimit(byteCount: 1_200).read(response)
    }
    // A second request is served after the stop has been.
    latch.open()
    _ = try? await transport.send(TransportFixtures.request("/p/8"))
    XCTAssertEqual(scripted.log.records.first?.outcome, .stopped)
  }

  // MARK: Many at once

  func testTransfersDoNotMix() async throws {
    let script = (0..<50).reduce(Script()) { script, number in
      script.answering(
        "/p/\(number)", with: .ok(Data(repeating: UInt8(number), count: 5_000)).chunked(by: 700))
    }
    let scripted = ScriptedSession(script)
    let transport = SessionTransport(configuration: scripted.configuration())
    try await withThrowingTaskGroup(of: (Int, Data).self) { group in
      for number in 0..<50 {
        group.addTask {
          let response = try await transport.send(TransportFixtures.request("/p/\(number)"))
          return (number, try await Self.read(response))
        }
      }
      for try await (number, body) in group {
        XCTAssertEqual(body, Data(repeating: UInt8(number), count: 5_000))
      }
    }
    XCTAssertEqual(scripted.log.running, 0)
  }

  func testABodyOutlivesItsTransport() async throws {
    let latch = Latch()
    let scripted = ScriptedSession(
      Script().answering("/p/7", with: .ok(Data([1, 2])).held(at: latch, beforeChunk: 0)))
    var transport: SessionTransport? = SessionTransport(configuration: scripted.configuration())
    let response = try await transport?.send(TransportFixtures.request("/p/7"))
    transport = nil
    latch.open()
    let body = try await Self.read(XCTUnwrap(response))
    XCTAssertEqual(body, Data([1, 2]))
  }

  // MARK: Helpers

  private func transport(_ reply: ScriptedReply) -> (SessionTransport, ScriptedSession) {
    let script = Script().answering("/p/7", with: reply)
      .answering("/p/7?w=360&s=%2F", with: reply)
    let scripted = ScriptedSession(script)
    kept.append(scripted)
    return (SessionTransport(configuration: scripted.configuration()), scripted)
  }

  private static func read(_ response: TransportResponse) async throws -> Data {
    var whole = Data()
    for try await chunk in response.body { whole += chunk }
    return whole
  }

  private static func assert(
    _ expected: TransportError, line: UInt = #line, _ body: () async throws -> Void
  ) async {
    do {
      try await body()
      XCTFail("no error", line: line)
    } catch {
      XCTAssertEqual(error as? TransportError, expected, "\(error)", line: line)
    }
  }
}
