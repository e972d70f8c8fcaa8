import XCTest

@testable import PracticeKit

final class LimitWatchTests: XCTestCase {
  private let limits = ProcessLimits(
    time: .seconds(10), silence: .seconds(2), memory: 1_000, threads: 8, processes: 3, files: 500)

  func testKeepsQuietWithinTheLimits() {
    var watch = LimitWatch(limits)
    let most = ProcessUsage(memory: 1_000, threads: 8, processes: 3)
    XCTAssertNil(watch.look(most, at: .milliseconds(1_999)))
    XCTAssertEqual(watch.peak, most)
  }

  func testEachLimitIsNamed() {
    var watch = LimitWatch(limits)
    XCTAssertEqual(watch.look(ProcessUsage(memory: 1_001), at: .zero), .memory)
    XCTAssertEqual(watch.look(ProcessUsage(threads: 9), at: .zero), .threads)
    XCTAssertEqual(watch.look(ProcessUsage(processes: 4), at: .zero), .processes)
    XCTAssertEqual(watch.look(ProcessUsage(files: 501), at: .zero), .files)
    XCTAssertEqual(watch.look(nil, at: .seconds(10)), .time)
    XCTAssertEqual(watch.look(nil, at: .seconds(2)), .silence)
  }

  func testMemoryIsTheReasonWhereTheTimeIsOverToo() {
    var watch = LimitWatch(limits)
    XCTAssertEqual(watch.look(ProcessUsage(memory: 1_001), at: .seconds(11)), .memory)
  }

  func testWhatMultipliesIsNotBlamedForItsMemory() {
    var watch = LimitWatch(limits)
    XCTAssertEqual(
      watch.look(ProcessUsage(memory: 1_001, threads: 9, processes: 4), at: .zero), .processes)
  }

  func testEachWordEndsTheSilence() {
    var watch = LimitWatch(limits)
    for second in 1...9 {
      XCTAssertNil(watch.look(nil, at: .seconds(second)))
      watch.hear(at: .seconds(second))
    }
    XCTAssertEqual(watch.look(nil, at: .seconds(10)), .time)
  }

  func testTimeInWhichTheMachineRanOthersIsNotCharged() {
    var watch = LimitWatch(limits)
    XCTAssertNil(watch.look(ProcessUsage(waiting: .seconds(9)), at: .milliseconds(10_999)))
    watch.hear(at: .seconds(11))
    XCTAssertNil(watch.look(ProcessUsage(waiting: .seconds(9)), at: .milliseconds(12_999)))
    XCTAssertEqual(watch.look(nil, at: .seconds(13)), .silence)
    watch.hear(at: .milliseconds(18_900))
    XCTAssertEqual(watch.look(nil, at: .seconds(19)), .time)
  }

  func testWaitingDoesNotMakeTheTimeEndless() {
    var watch = LimitWatch(ProcessLimits(time: .seconds(10)))
    XCTAssertNil(watch.look(ProcessUsage(waiting: .seconds(99)), at: .seconds(99)))
    XCTAssertEqual(watch.look(ProcessUsage(waiting: .seconds(100)), at: .seconds(100)), .time)
  }

  func testTheSystemsAccountFindsWhatLayBetweenTwoLooks() {
    var watch = LimitWatch(limits)
    XCTAssertFalse(watch.account(memory: 1_000))
    XCTAssertTrue(watch.account(memory: 5_000))
    XCTAssertEqual(watch.peak.memory, 5_000)
  }
}
