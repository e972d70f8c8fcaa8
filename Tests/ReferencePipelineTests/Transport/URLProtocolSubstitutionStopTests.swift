import Foundation
import SimulatedPhone
import URLProtocolSubstitutionSolution
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// After a stop the client hears nothing.
final class URLProtocolSubstitutionStopTests: SessionScriptTestCase {
  private let photo = TransportFixtures.url("/p/7")
  private let pieces = [Data([1, 2, 3]), Data([4, 5])]

  func testCancelledBeforeTheDelayEnds() {
    XCTAssertEqual(cancel(duringWait: 0), [.end(.cancelled)])
  }

  func testCancelledBetweenChunks() {
    XCTAssertEqual(
      cancel(duringWait: 2), [.response(200, photo), .data(pieces[0]), .end(.cancelled)])
  }

  func testCancelledBeforeTheEnd() {
    XCTAssertEqual(
      cancel(duringWait: 3),
      [.response(200, photo)] + pieces.map { .data($0) } + [.end(.cancelled)])
  }

  /// Timers and cancellations race in earnest: whoever wins, nothing follows the end.
  func testCancelledAtAnyInstant() {
    let reply = SessionScript.Reply(
      chunks: (0..<20).map { Data([$0]) }, after: .microseconds(200), pausing: .microseconds(100))
    let script = SessionScript([photo: reply])
    let areDone = expectation(description: "all are complete")
    areDone.expectedFulfillmentCount = 60
    let listener = SessionListener { if case .end = $0 { areDone.fulfill() } }
    let session = URLSession(
      configuration: script.configuration(), delegate: listener, delegateQueue: nil)
    let tasks = (0..<60).map { _ in session.dataTask(with: photo) }
    for (index, task) in tasks.enumerated() {
      task.resume()
      DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(index * 50)) {
        task.cancel()
      }
    }
    wait(for: [areDone], timeout: 10)
    hearOut(session)
    for task in tasks {
      let events = listener.events(of: task)
      let ends = events.filter { if case .end = $0 { true } else { false } }
      XCTAssertEqual(ends.count, 1)
      XCTAssertEqual(events.last, ends.last)
      let bytes = events.flatMap { event -> [UInt8] in
        if case .data(let data) = event { Array(data) } else { [] }
      }
      XCTAssertEqual(bytes, (0..<20).prefix(bytes.count).map { UInt8($0) })
    }
  }

  /// Cancels while the reply waits for the n-th time and all before has been heard; then lets the
  /// wait end, and returns all that was heard.
  private func cancel(duringWait number: Int) -> [SessionListener.Event] {
    let isWaiting = expectation(description: "it waits")
    let latch = Latch { isWaiting.fulfill() }
    let script = SessionScript(
      clock: DoorClock([number: latch]), [photo: .init(chunks: pieces)])
    let isHeard = expectation(description: "all before is heard")
    // The response, and one chunk less than there were waits.
    isHeard.expectedFulfillmentCount = max(1, number)
    if number == 0 { isHeard.fulfill() }
    let isDone = expectation(description: "complete")
    let listener = SessionListener { event in
      if case .end = event { isDone.fulfill() } else { isHeard.fulfill() }
    }
    let session = URLSession(
      configuration: script.configuration(), delegate: listener, delegateQueue: nil)
    let task = session.dataTask(with: photo)
    task.resume()
    wait(for: [isWaiting, isHeard], timeout: 10)
    task.cancel()
    latch.open()
    wait(for: [isDone], timeout: 10)
    hearOut(session)
    return listener.events(of: task)
  }

  /// Sends one more request: what was on its way before is there after it.
  private func hearOut(_ session: URLSession) {
    let isPast = expectation(description: "one more request")
    session.dataTask(with: TransportFixtures.url("/other")) { _, _, _ in isPast.fulfill() }.resume()
    wait(for: [isPast], timeout: 10)
    session.finishTasksAndInvalidate()
  }
}
