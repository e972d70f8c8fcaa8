import Foundation
import Vocabulary
import XCTest

@testable import SimulatedPhone

final class TransferPlanTests: XCTestCase {
  func testTheLengthIsDeclaredUnlessItIsSaidOrWithheld() {
    XCTAssertEqual(length(.ok(bodyBytes(10))), "10")
    XCTAssertEqual(length(.status(404)), "0")
    XCTAssertNil(length(.ok(bodyBytes(10)).withoutLength()))
    XCTAssertEqual(length(.ok(bodyBytes(10)).with("content-length", "7")), "7")
    XCTAssertEqual(length(.ok(bodyBytes(10)).breaking(afterBytes: 3)), "10")
  }

  func testSomeStatusesHaveNoBody() {
    for status in [101, 204, 304] {
      let plan = TransferPlan(ScriptedReply(status: status, body: bodyBytes(10)), to: .get)
      XCTAssertTrue(plan.chunks.isEmpty, "\(status)")
      XCTAssertNil(plan.headers["Content-Length"], "\(status)")
      XCTAssertTrue(plan.endsWithResponse, "\(status)")
    }
  }

  func testHeadGetsTheHeaderOnly() {
    let plan = TransferPlan(.ok(bodyBytes(10)), to: .head)
    XCTAssertTrue(plan.chunks.isEmpty)
    XCTAssertEqual(plan.headers["Content-Length"], "10")
  }

  func testChunksCoverTheBody() {
    for (count, size, sizes) in [
      (25, 10, [10, 10, 5]), (20, 10, [10, 10]), (3, 10, [3]), (0, 10, []), (3, 1, [1, 1, 1]),
      (3, 0, [1, 1, 1]), (2, .min, [1, 1]), (2, .max, [2]),
    ] {
      let body = bodyBytes(count + 5).dropFirst(5)
      let plan = TransferPlan(.ok(body).chunked(by: size), to: .get)
      XCTAssertEqual(plan.chunks.map(\.range.count), sizes)
      XCTAssertEqual(plan.chunks.reduce(Data()) { $0 + plan.bytes(of: $1) }, Data(body))
    }
  }

  func testPaceIsExactAndNeverDividesByNothing() {
    let body = bodyBytes(1_000)
    func pace(_ bandwidth: Int) -> Duration? {
      TransferPlan(.ok(body).paced(bytesPerSecond: bandwidth), to: .get).chunks.first?.pace
    }
    XCTAssertEqual(pace(3_000), .seconds(1) / 3)
    XCTAssertEqual(pace(1), .seconds(1_000))
    XCTAssertEqual(pace(0), .seconds(1_000))
    XCTAssertEqual(pace(.min), .seconds(1_000))
    XCTAssertEqual(pace(.max), .seconds(1_000) / Int.max)
    XCTAssertEqual(TransferPlan(.ok(body), to: .get).chunks.first?.pace, .zero)
  }

  func testALatencyIsNeverNegative() {
    XCTAssertEqual(TransferPlan(.status(200).after(.seconds(-1)), to: .get).latency, .zero)
    XCTAssertEqual(TransferPlan(.lostReply(timeout: .seconds(-1)), to: .get).latency, .zero)
  }

  private func length(_ reply: ScriptedReply) -> String? {
    TransferPlan(reply, to: .get).headers["Content-Length"]
  }
}
