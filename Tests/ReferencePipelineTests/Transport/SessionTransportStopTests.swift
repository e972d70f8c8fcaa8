import Foundation
import ReferencePipeline
import SimulatedPhone
import Vocabulary
import XCTest

/// Whoever leaves stops the transfer, and hears nothing more of it.
final class SessionTransportStopTests: XCTestCase {
  private let half = TransportFixtures.bytes(10)

  func testCancelledBeforeTheResponse() async {
    let isWaiting = expectation(description: "the response is due")
    let latch = Latch { isWaiting.fulfill() }
    let (transport, scripted) = transport(.ok(half).held(at: latch))
    let task = Task { try await transport.send(TransportFixtures.request("/p/7")).status }
    await fulfillment(of: [isWaiting], timeout: 10)
    task.cancel()
    let result = await task.result
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    await assertStopped(transport, scripted, latch, bytes: 0)
  }

  func testATaskThatIsCancelledAlreadySendsNothing() async {
    let (transport, scripted) = transport(.ok(half))
    let latch = Latch()
    let task = Task {
      try? await latch.pass()
      return try await transport.send(TransportFixtures.request("/p/7")).status
    }
    task.cancel()
    let result = await task.result
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertEqual(scripted.log.records.count, 0)
  }

  func testTheReaderIsCancelledInMidBody() async {
    let isRead = expectation(description: "the first chunk is read")
    let latch = Latch()
    let (transport, scripted) = transport(
      .ok(half + half).chunked(by: 10).held(at: latch, beforeChunk: 1))
    let heard = Notes<Data>()
    let task = Task {
      let response = try await transport.send(TransportFixtures.request("/p/7"))
      for try await chunk in response.body {
        heard.add(chunk)
        isRead.fulfill()
      }
    }
    await fulfillment(of: [isRead], timeout: 10)
    task.cancel()
    // A cancelled reader sees the end, not an error.
    let result = await task.result
    XCTAssertNoThrow(try result.get())
    await assertStopped(transport, scripted, latch, bytes: 10)
    XCTAssertEqual(heard.all, [half])
  }

  func testAResponseThatIsDroppedStopsItsTransfer() async throws {
    let latch = Latch()
    let (transport, scripted) = transport(
      .ok(half + half).chunked(by: 10).held(at: latch, beforeChunk: 1))
    _ = try await transport.send(TransportFixtures.request("/p/7"))
    await assertStopped(transport, scripted, latch, bytes: nil)
  }

  func testABodyThatIsLeftInTheMiddleStopsItsTransfer() async throws {
    let latch = Latch()
    let (transport, scripted) = transport(
      .ok(half + half).chunked(by: 10).held(at: latch, beforeChunk: 1))
    for try await chunk in try await transport.send(TransportFixtures.request("/p/7")).body {
      XCTAssertEqual(chunk, half)
      break
    }
    await assertStopped(transport, scripted, latch, bytes: 10)
  }

  /// Chunks and cancellations race in earnest: the reader gets a beginning of the body, and an
  /// end; nobody waits for ever, and nothing is left running.
  func testCancelledAtAnyInstant() async {
    let body = TransportFixtures.bytes(400)
    let (transport, scripted) = transport(
      .ok(body).after(.microseconds(200)).chunked(by: 20).paced(bytesPerSecond: 200_000))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<60 {
        group.addTask {
          let load = Task {
            var got = Data()
            let response = try await transport.send(TransportFixtures.request("/p/7"))
            for try await chunk in response.body { got += chunk }
            return got
          }
          // No proof hangs on this pause: it only spreads the cancellations.
          try? await Task.sleep(for: .microseconds(number * 50))
          load.cancel()
          switch await load.result {
          case .success(let got): XCTAssertTrue(body.starts(with: got))
          case .failure(let error): XCTAssertTrue(error is CancellationError, "\(error)")
          }
        }
      }
    }
    await settle(transport)
    let outcomes = Set(scripted.log.records(of: TransportFixtures.url("/p/7")).map(\.outcome))
    XCTAssertTrue(outcomes.isSubset(of: [.stopped, .finished]), "\(outcomes)")
    XCTAssertEqual(scripted.log.running, 0)
  }

  // MARK: Helpers

  private func transport(_ reply: ScriptedReply) -> (SessionTransport, ScriptedSession) {
    let scripted = ScriptedSession(Script().answering("/p/7", with: reply))
    return (SessionTransport(configuration: scripted.configuration()), scripted)
  }

  /// Sends one more request: what was on its way before is over after it.
  private func settle(_ transport: SessionTransport) async {
    _ = try? await transport.send(TransportFixtures.request("/barrier"))
  }

  /// Holds the log to a stop; opens the latch, and holds it to that once more.
  private func assertStopped(
    _ transport: SessionTransport, _ scripted: ScriptedSession, _ latch: Latch, bytes: Int?,
    line: UInt = #line
  ) async {
    await settle(transport)
    let record = scripted.log.records.first
    XCTAssertEqual(record?.outcome, .stopped, line: line)
    if let bytes { XCTAssertEqual(record?.bytes, bytes, line: line) }
    latch.open()
    await settle(transport)
    XCTAssertEqual(scripted.log.records.first, record, line: line)
  }
}
