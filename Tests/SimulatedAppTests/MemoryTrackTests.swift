import SimulatedApp
import XCTest

final class MemoryTrackTests: XCTestCase {
  func testAPeakIsNeverLostAndSamplesAreBounded() {
    var track = MemoryTrack(interval: .milliseconds(1))
    for millisecond in 0..<10_000 {
      track.add(millisecond == 6_001 ? 9_999 : millisecond % 7, at: .milliseconds(millisecond))
    }
    XCTAssertEqual(track.peak, 9_999)
    XCTAssertLessThanOrEqual(track.samples.count, MemoryTrack.limit)
    XCTAssertGreaterThan(track.interval, .milliseconds(1))
    let place = track.samples.firstIndex(of: 9_999) ?? -1
    XCTAssertEqual(place, Int(Duration.milliseconds(6_001) / track.interval))
  }

  func testWhereNobodyLookedTheLastValueHolds() {
    var track = MemoryTrack(interval: .milliseconds(10))
    track.add(5, at: .zero)
    track.add(8, at: .milliseconds(35))
    XCTAssertEqual(track.samples, [5, 5, 5, 8])
  }
}
