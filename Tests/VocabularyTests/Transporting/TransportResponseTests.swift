import Foundation
import Synchronization
import Vocabulary
import XCTest

final class TransportResponseTests: XCTestCase {
  func testDeclaredLength() {
    for (value, length) in [
      ("0", 0), ("48000", 48_000), (" 42\t", 42), ("007", 7), ("42, 42", 42), ("42,042", 42),
      ("9223372036854775807", Int.max),
    ] {
      XCTAssertEqual(response(["content-length": value]).declaredLength, length, value)
    }
  }

  func testALengthThatIsNotValidIsNone() {
    for value in [
      "", " ", "+5", "-5", "5.0", "0x10", "4 2", "42,", ",42", "42, 43", "42;", "٤٢", "nil",
      "9223372036854775808",
    ] {
      XCTAssertNil(response(["Content-Length": value]).declaredLength, value)
    }
    XCTAssertNil(response([:]).declaredLength)
  }

  func testRepeatedLengthsHaveToAgree() {
    XCTAssertEqual(response(["Content-Length": "42", "content-length": "42"]).declaredLength, 42)
    XCTAssertNil(response(["Content-Length": "42", "content-length": "43"]).declaredLength)
    XCTAssertNil(response(["Content-Length": "42", "content-length": ""]).declaredLength)
  }

  func testDroppingTheLastCopyStopsTheTransfer() {
    let isStopped = Flag()
    var copies: [TransportResponse] = []
    do {
      let (body, transfer) = TransportResponse.Body.makeStream()
      transfer.onTermination = { _ in isStopped.raise() }
      copies = Array(repeating: TransportResponse(status: 200, body: body), count: 2)
    }
    copies.removeLast()
    XCTAssertFalse(isStopped.isRaised)
    copies.removeLast()
    XCTAssertTrue(isStopped.isRaised)
  }

  func testACancelledReaderSeesTheEndAndNoError() async throws {
    let isStopped = Flag()
    let reading = Task {
      let (body, transfer) = TransportResponse.Body.makeStream()
      transfer.onTermination = { _ in isStopped.raise() }
      let response = TransportResponse(status: 200, body: body)
      withUnsafeCurrentTask { $0?.cancel() }
      var chunks = 0
      for try await _ in response.body { chunks += 1 }
      return (chunks, Task.isCancelled)
    }
    let (chunks, isCancelled) = try await reading.value
    XCTAssertEqual(chunks, 0)
    XCTAssertTrue(isCancelled)
    XCTAssertTrue(isStopped.isRaised)
  }

  private func response(_ headers: HeaderFields) -> TransportResponse {
    TransportResponse(status: 200, headers: headers, body: TransportResponse.Body { $0.finish() })
  }
}

private final class Flag: Sendable {
  private let raised = Mutex(false)
  var isRaised: Bool { raised.withLock { $0 } }
  func raise() { raised.withLock { $0 = true } }
}
