import Foundation
import Vocabulary
import XCTest

@testable import ReferencePipeline

/// The rules of a transfer, without a thread.
final class TransferStateTests: XCTestCase {
  private let chunk = Data([1, 2, 3, 4])

  func testItWaitsThenHandsOutInOrderThenEnds() {
    var state = responded()
    XCTAssertEqual(read(&state), "wait")
    state.receive(Data([1]))
    state.receive(Data())
    state.receive(Data([2]))
    state.complete(nil)
    XCTAssertEqual([read(&state), read(&state), read(&state)], ["1 byte", "1 byte", "stopped"])
  }

  func testAnErrorComesAfterTheChunksAndOnce() {
    var state = responded()
    state.receive(chunk)
    state.complete(.timedOut)
    state.complete(nil)
    XCTAssertEqual([read(&state), read(&state), read(&state)], ["4 bytes", "timedOut", "stopped"])
  }

  func testAnErrorBeforeTheHeadIsTheHeads() {
    var state = TransferState(.get, unreadLimit: 8)
    XCTAssertFalse(state.hasHeadNews)
    state.complete(.offline)
    XCTAssertTrue(state.hasHeadNews)
    guard case .failed(.offline) = state.readHead() else { return XCTFail("not the error") }
  }

  func testAnEndWithoutAHeadIsALostConnection() {
    var state = TransferState(.get, unreadLimit: 8)
    state.complete(nil)
    guard case .failed(.connectionLost) = state.readHead() else { return XCTFail("no error") }
  }

  func testNothingAfterTheStop() {
    var state = responded()
    state.receive(chunk)
    XCTAssertTrue(state.stop())
    XCTAssertFalse(state.stop())
    state.receive(chunk)
    state.complete(.timedOut)
    XCTAssertFalse(state.respond(.init(status: 200, headers: [:])))
    XCTAssertEqual(read(&state), "stopped")
    XCTAssertEqual(state.unreadBytes, 0)
    guard case .stopped = state.readHead() else { return XCTFail("a head after the stop") }
  }

  func testAStopAfterTheEndCancelsNothing() {
    var state = responded()
    state.complete(nil)
    XCTAssertFalse(state.stop())
  }

  func testABodyThatIsShorterThanDeclaredIsCut() {
    for (length, end) in [("4", "stopped"), ("5", "connectionLost"), ("x", "stopped")] {
      var state = responded(headers: ["Content-Length": length])
      state.receive(chunk)
      state.complete(nil)
      XCTAssertEqual([read(&state), read(&state)], ["4 bytes", end], length)
    }
  }

  func testABodyThatIsNotSentIsNotCut() {
    for (method, status) in [(RequestMethod.head, 200), (.get, 304), (.get, 204)] {
      var state = responded(method, status: status, headers: ["Content-Length": "5"])
      state.complete(nil)
      XCTAssertEqual(read(&state), "stopped")
    }
  }

  func testItPausesAtTheLimitAndGoesOnAtHalf() {
    var state = responded()
    state.receive(chunk)
    XCTAssertFalse(state.isPaused)
    state.receive(chunk)
    XCTAssertTrue(state.isPaused)
    state.receive(chunk)
    XCTAssertEqual(state.unreadBytes, 12)
    XCTAssertEqual(read(&state), "4 bytes")
    XCTAssertTrue(state.isPaused)
    XCTAssertEqual(read(&state), "4 bytes")
    XCTAssertFalse(state.isPaused)
  }

  func testAnEndAndAStopLiftThePause() {
    for end in [{ $0.complete(nil) }, { _ = $0.stop() }] as [(inout TransferState) -> Void] {
      var state = responded()
      state.receive(chunk + chunk)
      XCTAssertTrue(state.isPaused)
      end(&state)
      XCTAssertFalse(state.isPaused)
    }
  }

  func testManyChunksKeepTheirOrder() {
    var state = responded()
    var expected: [UInt8] = []
    var got: [UInt8] = []
    for number in 0..<1_000 {
      state.receive(Data([UInt8(number % 251)]))
      expected.append(UInt8(number % 251))
      if number % 3 != 0, case .ready(let data) = state.readChunk() { got += data }
    }
    while case .ready(let data) = state.readChunk() { got += data }
    XCTAssertEqual(got, expected)
  }

  // MARK: Helpers

  private func responded(
    _ method: RequestMethod = .get, status: Int = 200, headers: HeaderFields = [:]
  ) -> TransferState {
    var state = TransferState(method, unreadLimit: 8)
    XCTAssertTrue(state.respond(.init(status: status, headers: headers)))
    return state
  }

  private func read(_ state: inout TransferState) -> String {
    let hasNews = state.hasBodyNews
    let reading = state.readChunk()
    if case .wait = reading { XCTAssertFalse(hasNews) } else { XCTAssertTrue(hasNews) }
    switch reading {
    case .wait: return "wait"
    case .ready(let data): return data.count == 1 ? "1 byte" : "\(data.count) bytes"
    case .failed(.timedOut): return "timedOut"
    case .failed(.connectionLost): return "connectionLost"
    case .failed(let error): return "\(error)"
    case .stopped: return "stopped"
    }
  }
}
