import Vocabulary
import XCTest

@testable import SimulatedPhone

final class MemoryLedgerTests: XCTestCase {
  private let limits = MemoryLimits(limit: 1_000, baseline: 100, deepBackgroundSlack: 50)

  func testEachLevelIsSignalledOnceOnTheWayUp() {
    var ledger = MemoryLedger(limits)
    XCTAssertEqual(ledger.charge(649, launch: 0), [])
    XCTAssertEqual(ledger.charge(1, launch: 0), [.signal(.warning)])
    XCTAssertEqual(ledger.charge(124, launch: 0), [])
    XCTAssertEqual(ledger.charge(1, launch: 0), [.signal(.critical)])
    XCTAssertEqual(ledger.charge(125, launch: 0), [])
    XCTAssertEqual(ledger.footprint, 1_000)
    XCTAssertEqual(ledger.charge(1, launch: 0), [.end(.limit)])
    XCTAssertEqual(ledger.state, .terminated)
    XCTAssertEqual(ledger.charge(500, launch: 0), [])
  }

  func testOneLargeChargeSignalsBothLevels() {
    var ledger = MemoryLedger(limits)
    XCTAssertEqual(ledger.charge(800, launch: 0), [.signal(.warning), .signal(.critical)])
  }

  func testALevelIsSignalledAgainOnlyAfterMemoryWasFreeForSure() {
    var ledger = MemoryLedger(limits)
    _ = ledger.charge(650, launch: 0)
    ledger.release(10, launch: 0)
    XCTAssertEqual(ledger.charge(10, launch: 0), [])
    ledger.release(40, launch: 0)
    XCTAssertEqual(ledger.charge(40, launch: 0), [.signal(.warning)])
  }

  func testTheHighWaterMarkIsKept() {
    var ledger = MemoryLedger(limits)
    XCTAssertEqual(ledger.highWaterMark, 100)
    _ = ledger.charge(300, launch: 0)
    ledger.release(300, launch: 0)
    XCTAssertEqual(ledger.highWaterMark, 400)
    ledger.resetHighWaterMark()
    XCTAssertEqual(ledger.highWaterMark, 100)
  }

  func testTheWayOffTheScreenIsSignalledStepByStep() {
    var ledger = MemoryLedger(limits)
    XCTAssertEqual(ledger.enter(.background), [.signal(.hidden)])
    XCTAssertEqual(ledger.enter(.background), [])
    XCTAssertEqual(ledger.enter(.deepBackground), [.signal(.deepBackground)])
    XCTAssertEqual(ledger.enter(.background), [])
    XCTAssertEqual(ledger.enter(.foreground), [])
    XCTAssertEqual(ledger.enter(.deepBackground), [.signal(.hidden), .signal(.deepBackground)])
  }

  func testWarningsAreForAnAppInUse() {
    var ledger = MemoryLedger(limits)
    _ = ledger.enter(.background)
    XCTAssertEqual(ledger.charge(800, launch: 0), [])
    XCTAssertEqual(ledger.enter(.foreground), [.signal(.warning), .signal(.critical)])
    _ = ledger.enter(.background)
    XCTAssertEqual(ledger.charge(200, launch: 0), [.end(.limit)])
  }

  func testOnlyALargeAppInDeepBackgroundIsReclaimed() {
    for (state, charge, actions) in [
      (AppState.foreground, 51, []), (.background, 51, []), (.deepBackground, 50, []),
      (.deepBackground, 51, [MemoryLedger.Action.end(.background)]),
    ] {
      var ledger = MemoryLedger(limits)
      _ = ledger.charge(charge, launch: 0)
      _ = ledger.enter(state)
      XCTAssertEqual(ledger.reclaim(), actions, "\(state) \(charge)")
      XCTAssertEqual(ledger.reclaim(), [])
    }
  }

  func testNothingWakesATerminatedAppButALaunch() {
    var ledger = MemoryLedger(limits)
    _ = ledger.charge(1_000, launch: 0)
    for state in AppState.allCases {
      XCTAssertEqual(ledger.enter(state), [])
      XCTAssertEqual(ledger.state, .terminated)
    }
    ledger.relaunch()
    XCTAssertEqual(ledger.state, .foreground)
    XCTAssertEqual(ledger.live, 0)
    ledger.release(1_000, launch: 0)
    XCTAssertEqual(ledger.live, 0)
    XCTAssertEqual(ledger.charge(1_000, launch: 0), [])
    XCTAssertEqual(ledger.charge(1_000, launch: 1), [.end(.limit)])
  }

  func testOddFiguresChangeNothing() {
    var ledger = MemoryLedger(limits)
    XCTAssertEqual(ledger.charge(-5, launch: 0), [])
    XCTAssertEqual(ledger.charge(0, launch: 0), [])
    ledger.release(-5, launch: 0)
    XCTAssertEqual(ledger.live, 0)
  }

  func testTheLimitsOfTheNamedDevicesAreTheStatedOnes() {
    let limits = DeviceClass.allCases.map { MemoryLimits.usual(on: $0) }
    XCTAssertEqual(limits.map { $0.limit >> 20 }, [640, 2_048, 6_144])
    XCTAssertEqual(limits.map { $0.warning >> 20 }, [480, 1_536, 4_608])
    XCTAssertEqual(limits.map { $0.critical >> 20 }, [560, 1_792, 5_376])
    XCTAssertEqual(limits.map { $0.deepBackground >> 20 }, [176, 176, 176])
  }
}
