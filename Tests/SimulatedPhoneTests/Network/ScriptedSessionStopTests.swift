import Foundation
import SimulatedPhone
import Vocabulary
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session that cancelled a task hears nothing more of it.
final class ScriptedSessionStopTests: XCTestCase {
  func testCancelledBeforeTheResponse() throws {
    let isWaiting = expectation(description: "the response is due")
    let latch = Latch { isWaiting.fulfill() }
    let events = try cancel(.ok(bodyBytes(30)).held(at: latch), when: [isWaiting], latch)
    XCTAssertEqual(events, [.completion(.cancelled)])
  }

  func testCancelledDuringTheLatency() throws {
    let isAsked = expectation(description: "the server is asked")
    let reply = ScriptedReply.ok(bodyBytes(30)).after(.seconds(3_600))
    let events = try cancel(reply, when: [isAsked], Latch()) { isAsked.fulfill() }
    XCTAssertEqual(events, [.completion(.cancelled)])
  }

  func testCancelledBetweenChunks() throws {
    let isWaiting = expectation(description: "the second chunk is due")
    let latch = Latch { isWaiting.fulfill() }
    let reply = ScriptedReply.ok(bodyBytes(30)).chunked(by: 10).held(at: latch, beforeChunk: 1)
    let events = try cancel(reply, when: [isWaiting], latch, bytesBefore: 10)
    XCTAssertEqual(
      events, [.response(200, photoURL("/p/7")), .data(bodyBytes(10)), .completion(.cancelled)])
  }

  func testCancelledBeforeTheEnd() throws {
    let isWaiting = expectation(description: "the end is due")
    let latch = Latch { isWaiting.fulfill() }
    let reply = ScriptedReply.ok(bodyBytes(30)).held(at: latch, beforeChunk: 1)
    let events = try cancel(reply, when: [isWaiting], latch, bytesBefore: 30)
    XCTAssertEqual(
      events, [.response(200, photoURL("/p/7")), .data(bodyBytes(30)), .completion(.cancelled)])
  }

  /// Chunks and cancellations race: whoever wins, nothing follows the completion, and the log
  /// agrees with what was delivered.
  func testCancelledAtAnyInstant() {
    let count = 60
    let scripted = ScriptedSession(
      Script().answering(
        "/p/7",
        with: .ok(bodyBytes(200)).after(.microseconds(200)).chunked(by: 10)
          .paced(bytesPerSecond: 100_000)))
    let areDone = expectation(description: "all are complete")
    areDone.expectedFulfillmentCount = count
    let recorder = SessionRecorder { event in
      if case .completion = event { areDone.fulfill() }
    }
    let session = session(of: scripted, recorder)
    let tasks = (0..<count).map { _ in session.dataTask(with: photoURL("/p/7")) }
    for (index, task) in tasks.enumerated() {
      task.resume()
      DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(index * 50)) {
        task.cancel()
      }
    }
    wait(for: [areDone], timeout: 10)
    let log = barrier(session, recorder, scripted)
    for task in tasks {
      let events = recorder.events(of: task)
      XCTAssertEqual(events.filter { if case .completion = $0 { true } else { false } }.count, 1)
      guard case .completion = events.last else { XCTFail("\(events)"); continue }
      XCTAssertTrue(bodyBytes(200).starts(with: recorder.body(of: task)))
    }
    let delivered = tasks.reduce(0) { $0 + recorder.body(of: $1).count }
    XCTAssertEqual(log.running, 0)
    XCTAssertGreaterThanOrEqual(log.totalBytes, delivered)
    for record in log.records(of: photoURL("/p/7")) {
      XCTAssertTrue(record.outcome == .stopped || record.outcome == .finished)
    }
  }

  /// A session may call `stopLoading` before `startLoading` where the two race.
  func testAStartAfterTheStopStartsNothing() throws {
    let scripted = ScriptedSession(Script().answering("/p/7", with: .ok(bodyBytes(3))))
    let isDone = expectation(description: "complete")
    let recorder = SessionRecorder { event in
      if event == .completion(.cancelled) { isDone.fulfill() }
    }
    let session = session(of: scripted, recorder)
    let task = session.dataTask(with: photoURL("/p/7"))
    task.cancel()
    wait(for: [isDone], timeout: 10)
    let protocolClass = try XCTUnwrap(
      session.configuration.protocolClasses?.first as? URLProtocol.Type)
    let late = protocolClass.init(task: task, cachedResponse: nil, client: nil)
    late.stopLoading()
    late.startLoading()
    XCTAssertEqual(barrier(session, recorder, scripted).starts(of: photoURL("/p/7")), 0)
    XCTAssertEqual(recorder.events(of: task), [.completion(.cancelled)])
  }

  func testResumingTwiceDeliversOnce() {
    let isWaiting = expectation(description: "the second chunk is due")
    let isDone = expectation(description: "complete")
    let latch = Latch { isWaiting.fulfill() }
    let reply = ScriptedReply.ok(bodyBytes(30)).chunked(by: 10).held(at: latch, beforeChunk: 1)
    let scripted = ScriptedSession(Script().answering("/p/7", with: reply))
    let recorder = SessionRecorder { event in
      if case .completion = event { isDone.fulfill() }
    }
    let session = session(of: scripted, recorder)
    let task = session.dataTask(with: photoURL("/p/7"))
    task.resume()
    task.resume()
    wait(for: [isWaiting], timeout: 10)
    task.resume()
    latch.open()
    wait(for: [isDone], timeout: 10)
    XCTAssertEqual(recorder.body(of: task), bodyBytes(30))
    XCTAssertEqual(barrier(session, recorder, scripted).records.count, 2)
  }

  // MARK: Helpers

  /// Cancels a transfer once the expectations are fulfilled and so many bytes were delivered,
  /// then opens the latch, and returns all that the session told of the task.
  private func cancel(
    _ reply: ScriptedReply, when: [XCTestExpectation], _ latch: Latch, bytesBefore: Int = 0,
    onRequest: @escaping @Sendable () -> Void = {}
  ) throws -> [SessionRecorder.Event] {
    let scripted = ScriptedSession(
      Script().answering("/p/7") { _ in
        onRequest()
        return reply
      })
    let isDelivered = expectation(description: "the first bytes are delivered")
    if bytesBefore == 0 { isDelivered.fulfill() }
    let isDone = expectation(description: "complete")
    let recorder = SessionRecorder { event in
      switch event {
      case .data: isDelivered.fulfill()
      case .completion: isDone.fulfill()
      case .response: break
      }
    }
    let session = session(of: scripted, recorder)
    let task = session.dataTask(with: photoURL("/p/7"))
    task.resume()
    wait(for: when + [isDelivered], timeout: 10)
    task.cancel()
    latch.open()
    wait(for: [isDone], timeout: 10)
    let record = try XCTUnwrap(barrier(session, recorder, scripted).records.first)
    XCTAssertEqual(record.outcome, .stopped)
    XCTAssertEqual(record.bytes, bytesBefore)
    return recorder.events(of: task)
  }

  private func session(
    of scripted: ScriptedSession, _ recorder: SessionRecorder
  ) -> URLSession {
    let configuration = scripted.configuration()
    return URLSession(configuration: configuration, delegate: recorder, delegateQueue: nil)
  }

  /// Runs one more request through the session: what was on its way before is there after it.
  private func barrier(
    _ session: URLSession, _ recorder: SessionRecorder, _ scripted: ScriptedSession
  ) -> TransferLog {
    let isPast = expectation(description: "one more request")
    session.dataTask(with: photoURL("/barrier")) { _, _, _ in isPast.fulfill() }.resume()
    wait(for: [isPast], timeout: 10)
    session.finishTasksAndInvalidate()
    return scripted.log
  }
}
