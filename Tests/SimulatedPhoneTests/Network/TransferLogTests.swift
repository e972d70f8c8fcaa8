import Foundation
import Simulation
import Vocabulary
import XCTest

@testable import SimulatedPhone

final class TransferLogTests: XCTestCase {
  private func instant(_ milliseconds: Int) -> SimulatedClock.Instant {
    .init(.milliseconds(milliseconds))
  }

  /// Every sequence of four events leaves the log as the rule says.
  func testEverySequenceOfEvents() {
    enum Event: CaseIterable { case respond, deliver, stop, finish }
    func sequences(_ length: Int) -> [[Event]] {
      guard length > 0 else { return [[]] }
      return sequences(length - 1).flatMap { head in Event.allCases.map { head + [$0] } }
    }
    for sequence in sequences(4) {
      var log = TransferLog()
      let id = log.start(photoRequest("/p"), at: .zero).id
      var hasResponse = false
      var outcome: TransferOutcome?
      var count = 0
      for (index, event) in sequence.enumerated() {
        let now = instant(index + 1)
        switch event {
        case .respond:
          let isDue = !hasResponse && outcome == nil
          XCTAssertEqual(log.respond(id, 200, at: now) != nil, isDue, "\(sequence)")
          hasResponse = hasResponse || isDue
        case .deliver:
          let isDue = hasResponse && outcome == nil
          XCTAssertEqual(log.deliver(id, 10) != nil, isDue, "\(sequence)")
          count += isDue ? 10 : 0
        case .stop, .finish:
          let end: TransferOutcome = event == .stop ? .stopped : .finished
          XCTAssertEqual(log.end(id, end, at: now) != nil, outcome == nil, "\(sequence)")
          outcome = outcome ?? end
        }
      }
      XCTAssertEqual(log.records[id].outcome, outcome, "\(sequence)")
      XCTAssertEqual(log.records[id].bytes, count, "\(sequence)")
      XCTAssertEqual(log.totalBytes, count, "\(sequence)")
      XCTAssertEqual(log.running, outcome == nil ? 1 : 0, "\(sequence)")
    }
  }

  func testHighWaterIsTheMostThatRanAtOnce() {
    var log = TransferLog()
    let ids = (0..<3).map { log.start(photoRequest("/\($0)"), at: instant($0)).id }
    XCTAssertEqual(log.highWater, 3)
    for id in ids { _ = log.end(id, .stopped, at: instant(9)) }
    _ = log.start(photoRequest("/4"), at: instant(10))
    XCTAssertEqual(log.highWater, 3)
    XCTAssertEqual(log.running, 1)
  }

  func testAnUnknownTransferChangesNothing() {
    var log = TransferLog()
    XCTAssertNil(log.respond(0, 200, at: .zero))
    XCTAssertNil(log.deliver(-1, 10))
    XCTAssertNil(log.end(7, .finished, at: .zero))
    XCTAssertEqual(log.running, 0)
    XCTAssertEqual(log.totalBytes, 0)
  }

  func testALogOfTotalsCountsLikeOneWithRecords() {
    var (kept, totals) = (TransferLog(), TransferLog(keepsRecords: false))
    func both(_ change: (inout TransferLog) -> Void) {
      change(&kept)
      change(&totals)
    }
    for (number, end) in [TransferOutcome.finished, .stopped, .finished].enumerated() {
      both { log in
        let record = log.start(photoRequest("/p/7"), at: .zero)
        XCTAssertEqual(record.number, number + 1)
        _ = log.respond(record.id, 200, at: .zero)
        _ = log.deliver(record.id, 10 << number)
        XCTAssertNotNil(log.end(record.id, end, at: .zero))
        XCTAssertNil(log.end(record.id, .stopped, at: .zero))
      }
    }
    XCTAssertEqual(totals.records, [])
    for log in [kept, totals] {
      XCTAssertEqual(log.started, 3)
      XCTAssertEqual(log.running, 0)
      XCTAssertEqual(log.highWater, 1)
      XCTAssertEqual(log.totalBytes, 70)
      XCTAssertEqual(log.finishedBytes, 50)
    }
  }
}
